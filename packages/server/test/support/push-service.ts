// A push service and the browsers behind it: checks requests as RFC 8030 and 8292 say, and decrypts as RFC 8291 says, by
// code of its own.

import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { PushMessage, type PushSubscription } from '@countersign/contract';
import { issuesOf } from '../../src/base/validate.ts';
import type { Outgoing } from '../../src/world/outgoing.ts';
import type { FakeWorld, SiteAnswer } from './fake-world.ts';

export interface Pushed {
  readonly message: PushMessage;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string;
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  readonly bytes: number;
}

export interface PushBrowser {
  /** What the page sends to `/push/subscribe`. */
  readonly subscription: PushSubscription;
  readonly got: readonly Pushed[];
  /** How many requests came, whatever was answered. */
  readonly asked: number;
  /** What the push service says to the next ones, until it is told otherwise; undefined: it takes them. */
  says(answer: SiteAnswer | undefined): void;
}

export interface PushService {
  browser(): PushBrowser;
}

interface Subscribed {
  readonly curve: ECDH;
  readonly auth: Buffer;
  readonly got: Pushed[];
  asked: number;
  answer: SiteAnswer | undefined;
}

/** `applicationServerKey`: what browsers subscribe with; another key is refused. */
export function startPushService(
  world: FakeWorld,
  applicationServerKey: string,
  { host = 'push.example' } = {},
): PushService {
  const known = new Map<string, Subscribed>();
  world.site(host, (outgoing) => {
    const subscribed = known.get(outgoing.url);
    if (!subscribed) return { status: 404 };
    subscribed.asked++;
    if (subscribed.answer !== undefined) return subscribed.answer;
    const refused = faultOf(outgoing, applicationServerKey, world.nowMs() / 1000);
    if (refused) return { status: refused.status, body: refused.why };
    subscribed.got.push(read(outgoing, subscribed));
    return { status: 201, headers: { location: `https://${host}/m/1` } };
  });
  return {
    browser() {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const endpoint = `https://${host}/wpush/v2/${randomBytes(24).toString('base64url')}`;
      const subscribed: Subscribed = { curve, auth, got: [], asked: 0, answer: undefined };
      known.set(endpoint, subscribed);
      return {
        subscription: { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString('base64url') } },
        got: subscribed.got,
        get asked() {
          return subscribed.asked;
        },
        says(answer) {
          subscribed.answer = answer;
        },
      };
    },
  };
}

function faultOf(outgoing: Outgoing, key: string, now: number): { status: number; why: string } | undefined {
  const { method, headers, body } = outgoing;
  if (method !== 'POST') return { status: 405, why: 'method' };
  if (!/^\d+$/.test(headers['ttl'] ?? '')) return { status: 400, why: 'TTL' };
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, why: 'encoding' };
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(headers['topic'] ?? '')) return { status: 400, why: 'topic' };
  if (!['very-low', 'low', 'normal', 'high'].includes(headers['urgency'] ?? '')) return { status: 400, why: 'urgency' };
  if (!(body instanceof Uint8Array) || body.length > 4096) return { status: 413, why: 'size' };
  const [, token, k] = /^vapid t=([^,]+), k=([A-Za-z0-9_-]+)$/.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined || k !== key) return { status: 403, why: 'key' };
  return isSigned(token, key, outgoing.url, now) ? undefined : { status: 403, why: 'signature' };
}

function isSigned(token: string, k: string, url: string, now: number): boolean {
  const point = Buffer.from(k, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const [head = '', payload = '', signature = ''] = token.split('.');
  const { alg } = decoded<{ alg: string }>(head);
  const { aud, exp, sub } = claimsOf(token);
  return (
    alg === 'ES256' &&
    aud === new URL(url).origin &&
    exp > now &&
    exp <= now + 86_400 &&
    /^(mailto:|https:)/.test(sub) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}

function claimsOf(token: string): Pushed['claims'] {
  return decoded(token.split('.')[1] ?? '');
}

function decoded<T>(part: string): T {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as T;
}

function read({ headers, body }: Outgoing, { curve, auth }: Subscribed): Pushed {
  const bytes = Buffer.from(body as Uint8Array);
  const message = JSON.parse(decrypt(bytes, curve, auth).toString()) as PushMessage;
  const issues = issuesOf(PushMessage, message);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  return {
    message,
    ttl: Number(headers['ttl']),
    urgency: headers['urgency'] ?? '',
    topic: headers['topic'] ?? '',
    claims: claimsOf(/t=([^,]+)/.exec(headers['authorization'] ?? '')?.[1] ?? ''),
    bytes: bytes.length,
  };
}

/** One record of aes128gcm with the keys of RFC 8291. */
export function decrypt(body: Buffer, curve: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2); // the delimiter of the last record; after it come zeros
  if (!padded.subarray(end + 1).every((byte) => byte === 0)) throw new Error('The padding is not of zeros.');
  return padded.subarray(0, end);
}
