// The proof of a decision that a passkey signed: the signature is over a statement, and the statement is what the server's
// receipt says, too. Checked without asking anyone.

import { type Bytes, fromBase64, joined, toBase64, toHex, utf8 } from './bytes.ts';
import { NotGenuine } from './genuine.ts';
import type { Proof, ReceiptClaims, Statement } from './operations.ts';
import { type Expected, type Jwks, verifyReceipt } from './receipt.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

/** Throws NotGenuine unless the passkey signed the statement, and the receipt tells of the same decision. */
export async function verifyProof(proof: Proof, jwks: Jwks, expected: Expected = {}): Promise<ReceiptClaims> {
  const { statement, assertion, public_key, receipt } = whole(proof);
  const [clientData, authData, signature] = [
    bytesOf(assertion.clientDataJSON),
    bytesOf(assertion.authenticatorData),
    bytesOf(assertion.signature),
  ];
  await checkClient(clientData, authData, statement);
  const signed = joined(authData, await sha256(clientData));
  if (!(await isSigned(public_key, signed, signature)))
    throw new NotGenuine('The signature of the passkey does not match.');

  const claims = await verifyReceipt(receipt, jwks, expected);
  for (const name of ['project_id', 'action_id', 'digest', 'final_digest', 'verdict'] as const) {
    if (claims[name] !== statement[name]) throw new NotGenuine(`The receipt is of another ${name} than was signed.`);
  }
  const { type, id } = claims.decided_by;
  if (claims.method !== 'passkey' || type !== 'reviewer' || id !== statement.reviewer) {
    throw new NotGenuine('The receipt names someone else than signed.');
  }
  if (claims.passkey !== (await thumbprintOf(public_key))) {
    throw new NotGenuine('The receipt is of another passkey than the one that signed.');
  }
  return claims;
}

function whole(proof: Proof): Proof {
  const { statement, assertion, public_key, receipt } = (proof ?? {}) as Partial<Proof>;
  if (!statement || !assertion || !public_key || typeof receipt !== 'string')
    throw new NotGenuine('This is not a proof.');
  return { statement, assertion, public_key, receipt };
}

/** The browser was asked to sign the statement, on the page the key belongs to, and made sure who was there. */
async function checkClient(clientData: Bytes, authData: Bytes, statement: Statement): Promise<void> {
  const { type, challenge, origin } = clientOf(clientData);
  const wanted = await sha256(utf8(canonical(statement)));
  if (type !== 'webauthn.get' || toHex(bytesOf(String(challenge))) !== toHex(wanted)) {
    throw new NotGenuine('The passkey signed something else than this statement.');
  }
  const host = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).hostname : '';
  if (authData.length < 37 || toHex(authData.slice(0, 32)) !== toHex(await sha256(utf8(host)))) {
    throw new NotGenuine('The passkey belongs to another site.');
  }
  const needed = USER_PRESENT | USER_VERIFIED;
  if (((authData[32] ?? 0) & needed) !== needed) throw new NotGenuine('Nobody was verified when it was signed.');
}

function clientOf(clientData: Bytes): { type?: unknown; challenge?: unknown; origin?: unknown } {
  try {
    return (JSON.parse(new TextDecoder().decode(clientData)) ?? {}) as object;
  } catch {
    throw new NotGenuine('This is not a proof.');
  }
}

async function isSigned(key: Proof['public_key'], signed: Bytes, signature: Bytes): Promise<boolean> {
  const { kty, crv, x, y, n, e } = key;
  if (kty === 'EC' && crv === 'P-256' && x && y) {
    return verify(
      { kty, crv, x, y },
      { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
      rawOf(signature),
      signed,
    );
  }
  if (kty === 'OKP' && crv === 'Ed25519' && x)
    return verify({ kty, crv, x }, { name: 'Ed25519', hash: 'SHA-512' }, signature, signed);
  if (kty === 'RSA' && n && e) {
    return verify({ kty, n, e }, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, signature, signed);
  }
  throw new NotGenuine('The key of the passkey is of an unknown kind.');
}

type Algorithm = { readonly name: string; readonly namedCurve?: string; readonly hash: string };

async function verify(jwk: object, algorithm: Algorithm, signature: Bytes, signed: Bytes): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, key, signature, signed);
  } catch {
    return false; // a key that is none
  }
}

/** A signature of two numbers as ASN.1 has them → the two numbers, 32 bytes each. Anything else stays what it is, and fails. */
function rawOf(der: Bytes): Bytes {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return der;
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const digits = der.slice(at + 2, at + 2 + length);
    if (der[at] !== 0x02 || digits.length !== length || length > 33) return der;
    const number = digits.slice(Math.max(0, length - 32));
    raw.set(number, end - number.length);
    at += 2 + length;
  }
  return at === der.length ? raw : der;
}

/** RFC 7638. */
async function thumbprintOf({ alg: _, ...key }: Proof['public_key']): Promise<string> {
  const bytes = await sha256(utf8(canonical(key)));
  return toBase64(bytes.buffer).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** RFC 8785 of a flat object of texts and whole numbers. */
function canonical(flat: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(flat).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function bytesOf(text: string): Bytes {
  const bytes = typeof text === 'string' ? fromBase64(text) : undefined;
  if (!bytes) throw new NotGenuine('This is not a proof.');
  return bytes;
}
