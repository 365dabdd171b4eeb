// A browser's subscription: whether what came is one, and what to call the browser.

import { hash } from 'node:crypto';
import type { PushSubscription } from '@countersign/contract';
import { type App, type Caller, nowOf, type Visit } from '../../app.ts';
import { type Language, languageOf } from '../../base/language.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { vetTarget } from '../../world/target.ts';
import { isPublicKey } from './encrypt.ts';

const RESOLVE_MS = 500;
const AUTH_BYTES = 16;

export interface Subscription {
  readonly endpoint: string;
  readonly endpoint_hash: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly expires_at: number | null;
  readonly language: Language;
}

export async function readSubscription(app: App, given: PushSubscription): Promise<Subscription> {
  await checkEndpoint(app, given.endpoint);
  const p256dh = bytesOf(given.keys.p256dh);
  const auth = bytesOf(given.keys.auth);
  if (!isPublicKey(p256dh)) throw invalid('keys.p256dh', 'must be a public key of the curve P-256, 65 bytes');
  if (auth.length !== AUTH_BYTES) throw invalid('keys.auth', `must have ${AUTH_BYTES} bytes`);
  const expires_at = given.expirationTime == null ? null : Math.floor(given.expirationTime / 1000);
  if (expires_at !== null && !(expires_at > nowOf(app) && expires_at < 1e12)) {
    throw invalid('expirationTime', 'must be in the future, in milliseconds');
  }
  return {
    endpoint: given.endpoint,
    endpoint_hash: hashOf(given.endpoint),
    p256dh: p256dh.toString('base64url'),
    auth: auth.toString('base64url'),
    expires_at,
    language: languageOf(given.language ?? ''),
  };
}

export function hashOf(endpoint: string): string {
  return hash('sha256', endpoint, 'hex');
}

/** As for a webhook: what it resolves to now is judged now, and again whenever something is sent. */
async function checkEndpoint(app: App, text: string): Promise<void> {
  if (!URL.canParse(text) || /[\\\p{Cc} ]/u.test(text)) throw invalid('endpoint', 'must be an https address');
  const url = new URL(text);
  if (url.protocol !== 'https:') throw invalid('endpoint', 'must be an https address');
  if (url.username !== '' || url.password !== '') throw invalid('endpoint', 'must not carry a user or password');
  const vetted = await vetTarget(url, {
    resolve: app.world.resolve,
    timeoutMs: RESOLVE_MS,
    allowPrivate: app.config.allowPrivateTargets,
    ourselves: app.ourselves(),
  });
  if ('error' in vetted && vetted.error === 'target_blocked') {
    const message = 'leads to an address that is not public, or back to this server';
    throw new Problem('private_target', { detail: `endpoint ${message}.`, issues: [{ path: 'endpoint', message }] });
  }
}

/** Browsers write base64url; others may write it the older way. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'), 'base64url');
}

const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** `Chrome on Android`: what people call it until they call it otherwise. */
export function deviceName(caller: Caller, { user_agent }: Visit): string {
  if (caller.type === 'key') return caller.name;
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([, sign]) => sign.test(user_agent))?.[0]);
  if (browser === undefined) return system ?? 'A browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
