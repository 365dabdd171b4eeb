// How a webhook proves where it comes from: the headers of spec 6.2, and the Standard Webhooks trio beside them.

import { createHmac } from 'node:crypto';

export interface Signing {
  /** Constant over all attempts of one delivery. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  /** Fresh for every attempt. */
  readonly nonce: string;
  /** The bytes that are sent. */
  readonly body: string;
  /** The newest first; others only while a rotation overlaps. */
  readonly secrets: readonly string[];
}

export function signatureHeaders({ id, timestamp, nonce, body, secrets }: Signing): Record<string, string> {
  const [newest = ''] = secrets;
  return {
    'x-service-timestamp': String(timestamp),
    'x-service-nonce': nonce,
    'x-service-signature': `sha256=${hmac(newest, `${timestamp}.${nonce}.${body}`, 'hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(standardKey(secret), `${id}.${timestamp}.${body}`, 'base64')}`)
      .join(' '),
  };
}

function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}

/** Standard Webhooks signs with the bytes behind the prefix; a secret of another form is taken as it stands. */
function standardKey(secret: string): string | Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
}
