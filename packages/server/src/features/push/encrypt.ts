// A message that only the browser can read: RFC 8291 with the content coding aes128gcm of RFC 8188, in one record.

import { createCipheriv, createECDH, createHmac, ECDH } from 'node:crypto';

/** What the browser gave with its subscription. */
export interface Receiver {
  /** Its public key, 65 bytes. */
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** From chance, anew for each message. */
export interface Chance {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

const RECORD_BYTES = 4096;
const HEADER_BYTES = 86;
const TAG_BYTES = 16;
const LAST_RECORD = 2;
/** The most that fits into the one record that push services take. */
export const MAX_PLAIN_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1;

/** `padTo`: the length tells nothing about what is said. */
export function encrypt(plain: Buffer, { p256dh, auth }: Receiver, { salt, privateKey }: Chance, padTo = 0): Buffer {
  if (plain.length > MAX_PLAIN_BYTES) throw new Error(`A push message may have ${MAX_PLAIN_BYTES} bytes.`);
  const ours = createECDH('prime256v1');
  ours.setPrivateKey(privateKey);
  const publicKey = ours.getPublicKey();

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = expand(hmac(auth, ours.computeSecret(p256dh)), info, 32);
  const pseudo = hmac(salt, secret);
  const key = expand(pseudo, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(pseudo, Buffer.from('Content-Encoding: nonce\0'), 12);

  const padding = Buffer.alloc(Math.max(0, Math.min(padTo, MAX_PLAIN_BYTES) - plain.length));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = cipher.update(Buffer.concat([plain, Buffer.from([LAST_RECORD]), padding]));
  const rest = cipher.final();

  const header = Buffer.alloc(HEADER_BYTES);
  salt.copy(header, 0);
  header.writeUInt32BE(RECORD_BYTES, 16);
  header.writeUInt8(publicKey.length, 20);
  publicKey.copy(header, 21);
  return Buffer.concat([header, record, rest, cipher.getAuthTag()]);
}

/** False when it is no point of the curve: such a key could be made to tell about ours. */
export function isPublicKey(point: Buffer): boolean {
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

function hmac(key: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** HKDF-Expand for one block. */
function expand(pseudo: Buffer, info: Buffer, length: number): Buffer {
  return hmac(pseudo, Buffer.concat([info, Buffer.from([1])])).subarray(0, length);
}
