// Who we are to a push service: RFC 8292. The key is made at the first start and kept; subscriptions are bound to it.

import { createECDH, createPrivateKey, sign } from 'node:crypto';

export interface VapidKeys {
  /** Both base64url: the point of 65 bytes, and the number of 32. */
  readonly public_key: string;
  readonly private_key: string;
}

const VALID_SECONDS = 12 * 3600; // the RFC allows a day

export function vapidKeysFrom(privateKey: Buffer): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    public_key: curve.getPublicKey().toString('base64url'),
    private_key: privateKey.toString('base64url'),
  };
}

/** The value of `Authorization` for requests to this endpoint. */
export function vapidHeader(
  { public_key, private_key }: VapidKeys,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: number },
): string {
  const point = Buffer.from(public_key, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: private_key,
    },
  });
  const claims = { aud: new URL(endpoint).origin, exp: now + VALID_SECONDS, sub: subject };
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${public_key}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
