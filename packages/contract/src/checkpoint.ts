// Checkpoints: signed statements of how long a chain is and what its last hash is, as C2SP signed notes. Pure.

import type { Sha256 } from './audit-chain.ts';

export interface Checkpoint {
  readonly project_id: string;
  readonly seq: number;
  /** Hex. */
  readonly hash: string;
  /** Unix seconds. */
  readonly at: number;
}

/** A public key as /.well-known/jwks.json has it. */
export interface PublicJwk {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  /** The 32 bytes, base64url. */
  readonly x: string;
}

/** What the platform must bring along. */
export interface Proving {
  readonly sha256: Sha256;
  /** Whether the Ed25519 signature is of these words, by the owner of this key. */
  verifies(key: PublicJwk, text: string, signature: Uint8Array): boolean;
}

declare function atob(text: string): string;
declare function btoa(bytes: string): string;

/** The row of every so many is signed for in the transaction that seals it; others now and then. */
export const CHECKPOINT_ROWS = 1000;

const ORIGIN = 'countersign/audit/';
const KEY_NAME = 'countersign/';
const ED25519 = 1;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/** Origin, size, hash, and as an extension the moment: what the signature covers. */
export function checkpointText({ project_id, seq, hash, at }: Checkpoint): string {
  return `${ORIGIN}${project_id}\n${seq}\n${btoa(binaryOfHex(hash))}\nat ${at}\n`;
}

export function signedNote(sha256: Sha256, key: PublicJwk, text: string, signature: Uint8Array): string {
  const bytes = String.fromCharCode(...signature);
  return `${text}\n— ${KEY_NAME}${key.kid} ${btoa(binaryOfHex(keyIdOf(sha256, key)) + bytes)}\n`;
}

/** Undefined when it is no checkpoint of ours, or none of the keys has signed it. */
export function openCheckpoint({ sha256, verifies }: Proving, keys: readonly PublicJwk[], note: string) {
  const checkpoint = readCheckpoint(note);
  if (!checkpoint) return undefined;
  const text = checkpointText(checkpoint);
  for (const line of note.slice(text.length + 1).split('\n')) {
    const [, kid, encoded = ''] = /^— countersign\/(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const key = keys.find((each) => each.kid === kid && each.kty === 'OKP' && each.crv === 'Ed25519');
    if (!key || encoded.length % 4 !== 0) continue;
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    if (bytes.length !== KEY_ID_BYTES + SIGNATURE_BYTES) continue;
    if (hexOf(bytes.subarray(0, KEY_ID_BYTES)) !== keyIdOf(sha256, key)) continue;
    if (verifies(key, text, bytes.subarray(KEY_ID_BYTES))) return { ...checkpoint, kid: key.kid };
  }
  return undefined;
}

/** What a note says, whoever wrote it: its signature is not looked at. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const found = /^countersign\/audit\/(\S+)\n([1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\nat (\d{1,15})\n\n/.exec(note);
  if (!found) return undefined;
  const [, project_id = '', seq, hash = '', at] = found;
  const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
  return { project_id, seq: Number(seq), hash: hexOf(bytes), at: Number(at) };
}

/** The first four bytes of SHA-256(name, newline, algorithm, key), as signed notes have it. */
function keyIdOf(sha256: Sha256, { kid, x }: PublicJwk): string {
  const name = Uint8Array.from(`${KEY_NAME}${kid}\n`, (character) => character.charCodeAt(0));
  const key = Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  return sha256(new Uint8Array([...name, ED25519, ...key])).slice(0, 2 * KEY_ID_BYTES);
}

function binaryOfHex(hex: string): string {
  return (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
