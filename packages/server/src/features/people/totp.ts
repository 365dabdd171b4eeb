// One-time codes from an authenticator app (TOTP, RFC 6238): SHA-1, 30 seconds, six digits, as every app has them.

import { createHmac, timingSafeEqual } from 'node:crypto';

export const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones are a little off, and typing takes its time. */
const STEPS_AROUND = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without the padding that apps do not expect. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function stepAt(now: number): number {
  return Math.floor(now / STEP_SECONDS);
}

/** Which step the code is of, if it is one that may be used now: later than the last that was. */
export function stepOf(secret: string, typed: string, { now, last_step }: { now: number; last_step: number }) {
  const code = Buffer.from(typed.replace(/\s/g, ''));
  const current = stepAt(now);
  let found: number | undefined;
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step++) {
    const expected = Buffer.from(codeAt(secret, step));
    const fits = code.length === expected.length && timingSafeEqual(code, expected);
    if (fits && step > last_step) found = step;
  }
  return found;
}

/** What an app reads from the QR code. The host tells two servers apart; its colons would end the name before the login does. */
export function enrolmentUri({ secret, login, host }: { secret: string; login: string; host: string }): string {
  const issuer = `Countersign ${host.slice(0, 24).replaceAll(':', ' ')}`;
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(login)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
