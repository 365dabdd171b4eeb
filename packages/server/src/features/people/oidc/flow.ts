// A sign-in under way at the company: what must fit when the browser comes back. It lies in a cookie of that browser,
// sealed, so that nothing is stored and nobody else can bring it.

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { AHEAD_SECONDS } from '../session.ts';

export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** PKCE: whoever gets hold of the code alone can do nothing with it. */
  readonly verifier: string;
  /** Where to go afterwards: a path of ours. */
  readonly to: string;
  /** Someone signed in connects their account, instead of signing in. */
  readonly link?: { readonly project_id: string; readonly id: string };
  /** Someone invited joins: the hash of the token in their link. */
  readonly invitation?: string;
  /** The company was asked for a new proof, not only for a session there. */
  readonly fresh?: boolean;
  readonly expires_at: number;
}

export const FLOW_SECONDS = 600;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function sealFlow(secret: Buffer, flow: Flow, random: Buffer): string {
  const iv = random.subarray(0, IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(flow), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined when it is not one of ours, too old, or begun by a clock that was ahead. */
export function openFlow(secret: Buffer, cookie: string, now: number): Flow | undefined {
  const bytes = Buffer.from(cookie, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    const flow = JSON.parse(text.toString('utf8')) as Flow;
    const isOpen = flow.expires_at > now && flow.expires_at <= now + FLOW_SECONDS + AHEAD_SECONDS;
    return isOpen ? flow : undefined;
  } catch {
    return undefined; // changed on the way, or sealed by another server
  }
}

function keyOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'oidc-flow', 32));
}

/** A path below our own address, whatever was asked for; else the inbox. */
export function ownPath(wanted: string | undefined, base: string): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, base)) return '/inbox';
  const url = new URL(wanted, base);
  // `/.//evil.example` is a path of ours until its dots are gone; then a browser takes what it begins with for a host.
  const isOurs = url.origin === new URL(base).origin && !url.pathname.startsWith('//');
  return isOurs ? `${url.pathname}${url.search}` : '/inbox';
}
