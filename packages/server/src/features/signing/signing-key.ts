// An Ed25519 key of the server: how it is made, kept and published, and what it signs.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ReceiptClaims } from '@countersign/contract';
import { type Checkpoint, checkpointText, type PublicJwk, signedNote } from '@countersign/contract/checkpoint';
import { proving } from '../../base/proving.ts';
import type { World } from '../../world/world.ts';
import type { StoredKey } from './store.ts';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly published: PublicJwk & { readonly use: 'sig'; readonly alg: 'EdDSA' };
  /** How every receipt begins that it signs. */
  readonly head: string;
}

/** Named by its thumbprint (RFC 7638), so that no two keys of any two servers share a name. */
export function newSigningKey(created_at: number): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  const kid = Buffer.from(proving.sha256(JSON.stringify({ crv, kty, x })), 'hex').toString('base64url');
  return { kid, created_at, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

export function readSigningKey({ kid, pem }: StoredKey): SigningKey {
  const privateKey = createPrivateKey(pem);
  const { kty = '', crv = '', x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const head = encoded({ alg: 'EdDSA', typ: 'countersign-receipt+jwt', kid });
  return { privateKey, published: { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }, head };
}

/** A compact JWS (EdDSA) that says what was decided. Whoever executes can check it without asking us. */
export async function signReceipt(
  { sign }: Pick<World, 'sign'>,
  { head, privateKey }: SigningKey,
  claims: ReceiptClaims,
): Promise<string> {
  const text = `${head}.${encoded(claims)}`;
  return `${text}.${(await sign(text, privateKey)).toString('base64url')}`;
}

export function signCheckpoint({ published, privateKey }: SigningKey, checkpoint: Checkpoint): string {
  const text = checkpointText(checkpoint);
  return signedNote(proving.sha256, published, text, sign(null, Buffer.from(text), privateKey));
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
