// A receipt: what the service signed about a decision. Checked with its public keys, without asking it.

import { fromBase64, utf8 } from './bytes.ts';
import { NotGenuine } from './genuine.ts';
import type { ReceiptClaims } from './operations.ts';

export interface Jwk {
  readonly kid?: string;
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
}

/** As `getJwks` and `/.well-known/jwks.json` give it. */
export interface Jwks {
  readonly keys: readonly Jwk[];
}

export interface Expected {
  /** What is about to be run, by `digestOf`; it must be what was approved. */
  readonly digest?: string;
  /** Which action is about to be run: another may have had the same content, and its approval is no second one. */
  readonly actionId?: string;
}

const TYPE = 'countersign-receipt+jwt';

/** Throws NotGenuine unless one of the keys signed it and, when something is expected, it approves exactly that. */
export async function verifyReceipt(jws: string, jwks: Jwks, expected: Expected = {}): Promise<ReceiptClaims> {
  checkExpected(expected);
  const [head = '', body = '', signature = '', ...more] = jws.split('.');
  const { alg, typ, kid } = decoded(head) as { alg?: unknown; typ?: unknown; kid?: unknown };
  if (more.length > 0 || alg !== 'EdDSA' || typ !== TYPE) throw new NotGenuine('This is not a receipt.');

  const jwk = jwks.keys.find((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519');
  if (!jwk?.x) throw new NotGenuine(`The receipt is signed with the key ${kid}, which is not among the public keys.`);
  const key = await keyOf(jwk.x);
  const isSigned = await crypto.subtle.verify(
    'Ed25519',
    key,
    fromBase64(signature) ?? utf8(''),
    utf8(`${head}.${body}`),
  );
  if (!isSigned) throw new NotGenuine('The signature of the receipt does not match.');

  const claims = decoded(body) as ReceiptClaims;
  const { digest, actionId } = expected;
  if (actionId !== undefined && claims.action_id !== actionId) {
    throw new NotGenuine(`The receipt is of another action: ${claims.action_id}.`);
  }
  const isExpected = digest !== undefined || actionId !== undefined;
  if (isExpected && claims.verdict !== 'approve') throw new NotGenuine('The receipt is of a rejection.');
  if (digest !== undefined && claims.final_digest !== digest) {
    throw new NotGenuine('The receipt approves something else than this.');
  }
  return claims;
}

/** With what is missing, or called `action_id` as the service has it, nothing would be compared: any receipt would do. */
function checkExpected(expected: Expected): void {
  for (const [name, value] of Object.entries(expected)) {
    if ((name !== 'digest' && name !== 'actionId') || typeof value !== 'string')
      throw new TypeError(`verifyReceipt compares a digest and an actionId, as text; not ${name}: ${typeof value}.`);
  }
}

async function keyOf(x: string): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify']);
  } catch (error) {
    throw new NotGenuine(`The public key of the receipt cannot be used: ${(error as Error).message}`);
  }
}

function decoded(part: string): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fromBase64(part)));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // not JSON: said below
  }
  throw new NotGenuine('This is not a receipt.');
}
