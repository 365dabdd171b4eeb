// A passkey in software: what a browser and its authenticator would answer, made by hand.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PublicKey } from '@countersign/contract';

export interface Wrongs {
  /** Where the browser believes it is. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly userVerified?: boolean;
  readonly userHandle?: string;
  readonly counter?: number;
  /** Signs something else. */
  readonly forged?: boolean;
}

export interface Authenticator {
  readonly id: string;
  readonly publicKey: PublicKey;
  create(options: Record<string, unknown>, wrongs?: Wrongs): PasskeyAttestation;
  get(options: { challenge: string; rpId: string }, wrongs?: Wrongs): PasskeyAssertion;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ELIGIBLE_AND_BACKED_UP = 0x18;
const HAS_CREDENTIAL = 0x40;

export function newAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let counter = 0;
  let handle = '';

  const dataFor = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, rest]);
  };
  const clientData = (type: string, challenge: unknown, wrongs: Wrongs) =>
    Buffer.from(JSON.stringify({ type: wrongs.type ?? type, challenge, origin: wrongs.origin ?? origin }));
  const presence = ({ userVerified = true }: Wrongs) =>
    PRESENT | (userVerified ? VERIFIED : 0) | ELIGIBLE_AND_BACKED_UP;

  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    id,
    publicKey: { kty, crv, x, y, alg: 'ES256' },
    create(options, wrongs = {}) {
      const { challenge, rp, user } = options as { challenge: string; rp: { id: string }; user: { id: string } };
      handle = user.id;
      const jwk = publicKey.export({ format: 'jwk' });
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), credential, cbor(key)]);
      const authData = dataFor(wrongs.rpId ?? rp.id, presence(wrongs) | HAS_CREDENTIAL, counter, attested);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, wrongs).toString('base64url'),
          attestationObject: cbor(object).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }, wrongs = {}) {
      counter++;
      const authData = dataFor(wrongs.rpId ?? rpId, presence(wrongs), wrongs.counter ?? counter);
      const client = clientData('webauthn.get', challenge, wrongs);
      const signed = Buffer.concat([authData, sha256(wrongs.forged ? 'something else' : client)]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: wrongs.userHandle ?? handle,
        },
      };
    },
  };
}

function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Just the forms that are used above. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, member]) => [cbor(key), cbor(member)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
