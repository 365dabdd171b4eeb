// A receipt: a compact JWS (EdDSA) that says what was decided. Whoever executes can check it without asking us.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ReceiptClaims } from '@countersign/contract';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function readSigningKey(kid: string, pem: string): SigningKey {
  return { kid, privateKey: createPrivateKey(pem) };
}

export function signReceipt({ kid, privateKey }: SigningKey, claims: ReceiptClaims): string {
  const head = encoded({ alg: 'EdDSA', typ: 'countersign-receipt+jwt', kid });
  const text = `${head}.${encoded(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

/** For /.well-known/jwks.json. */
export function publicJwk({ kid, privateKey }: SigningKey): Record<string, unknown> {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
