// Is this webhook from the service? Checked over the raw bytes, in constant time, by either of its two signatures. And the
// same signatures made, for whoever tests a receiver.

import { type Bytes, fromBase64, fromHex, joined, toBase64, toHex, utf8 } from './bytes.ts';
import { NotGenuine } from './genuine.ts';
import type { Preview } from './operations.ts';

export interface WebhookEvent {
  readonly event: 'action.updated';
  readonly action_id: string;
  readonly status: 'approved' | 'rejected' | 'expired';
  readonly decided_at?: number;
  readonly verdict?: 'approve' | 'reject';
  /** Approved: execute from this, not from what was proposed. */
  readonly final_preview?: Preview;
  readonly diff?: string | null;
  readonly comment?: string;
}

/** `Headers`, of whichever library. */
export interface HeadersLike {
  get(name: string): string | null;
}

export interface IncomingWebhook {
  /** A Headers, or an object as Node and most frameworks have it. */
  readonly headers: HeadersLike | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it arrived: parsed and written again, it is another text. */
  readonly rawBody: string | Uint8Array | ArrayBuffer;
  /** The project's `webhook_secret`; both, while a rotation overlaps. */
  readonly secrets: string | readonly string[];
  /** Seconds the clocks may differ; what is older is a replay. 300 */
  readonly tolerance?: number;
}

export interface VerifiedWebhook {
  readonly event: WebhookEvent;
  /** The same over all attempts of one delivery. Undefined where only headers came that do not sign it. */
  readonly deliveryId: string | undefined;
  /** For `verifyReceipt`. */
  readonly receipt: string | undefined;
}

/** The service sends one for each of its last secrets, five at most; so many are no rotation. */
const MOST_SIGNATURES = 10;

/** Throws NotGenuine unless the service sent it, just now. */
export async function verifyWebhook(webhook: IncomingWebhook): Promise<VerifiedWebhook> {
  const header = headerReader(webhook.headers);
  const body = bytesOf(webhook.rawBody);
  const secrets = [webhook.secrets].flat();
  if (secrets.length === 0 || !secrets.every(Boolean)) throw new TypeError('verifyWebhook needs the webhook secret.');
  const deliveryId = header('webhook-id');
  const isStandard = deliveryId !== undefined && header('webhook-signature') !== undefined;

  const timestamp = header(isStandard ? 'webhook-timestamp' : 'x-service-timestamp') ?? '';
  const { tolerance = 300 } = webhook;
  if (!/^\d{1,15}$/.test(timestamp)) throw new NotGenuine('The webhook has no signature headers.');
  // Not `>`: of a tolerance that is no number, as of a setting that is missing, nothing would be too old.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance)) {
    throw new NotGenuine(
      `The webhook was sent more than ${tolerance} seconds from now: a replay, or a clock that is wrong.`,
    );
  }

  const isGenuine = isStandard
    ? await hasStandardSignature(header('webhook-signature') ?? '', `${deliveryId}.${timestamp}.`, body, secrets)
    : await hasServiceSignature(header, timestamp, body, secrets);
  if (!isGenuine) throw new NotGenuine('The signature of the webhook is not made with this secret over this body.');
  return {
    event: JSON.parse(new TextDecoder().decode(body)) as WebhookEvent,
    deliveryId: isStandard ? deliveryId : undefined,
    receipt: header('x-service-receipt'),
  };
}

/** A body that a framework has parsed is no bytes: of an object they would be none, and none would be found not genuine. */
function bytesOf(rawBody: IncomingWebhook['rawBody'] | undefined): Bytes {
  if (typeof rawBody === 'string') return utf8(rawBody);
  if (rawBody?.byteLength === undefined) throw new TypeError('rawBody must be as it arrived, not parsed.');
  return new Uint8Array(rawBody);
}

/** Standard Webhooks: signs the delivery id too, and with both secrets while they rotate. */
async function hasStandardSignature(
  given: string,
  prefix: string,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const signatures = given.split(' ').filter((entry) => entry.startsWith('v1,'));
  const text = joined(utf8(prefix), body);
  for (const signature of signatures.slice(0, MOST_SIGNATURES)) {
    for (const secret of secrets) {
      if (await isHmac(standardKey(secret), fromBase64(signature.slice('v1,'.length)), text)) return true;
    }
  }
  return false;
}

async function hasServiceSignature(
  header: (name: string) => string | undefined,
  timestamp: string,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const given = header('x-service-signature') ?? '';
  const signature = given.startsWith('sha256=') ? fromHex(given.slice('sha256='.length)) : undefined;
  const text = joined(utf8(`${timestamp}.${header('x-service-nonce') ?? ''}.`), body);
  for (const secret of secrets) {
    if (await isHmac(utf8(secret), signature, text)) return true;
  }
  return false;
}

export interface OutgoingWebhook {
  readonly body: string;
  /** As the service would use them: the newest first. */
  readonly secrets: readonly string[];
  readonly deliveryId: string;
  /** Unix seconds; now. */
  readonly timestamp?: number;
  /** Hex; a fresh one. */
  readonly nonce?: string;
}

/** The headers the service would send, to test a receiver with. */
export async function signWebhook({
  body,
  secrets,
  deliveryId,
  ...given
}: OutgoingWebhook): Promise<Record<string, string>> {
  const timestamp = String(given.timestamp ?? Math.floor(Date.now() / 1000));
  const nonce = given.nonce ?? toHex(crypto.getRandomValues(new Uint8Array(16)));
  const standard = await Promise.all(
    secrets.map(
      async (secret) => `v1,${toBase64(await hmacOf(standardKey(secret), `${deliveryId}.${timestamp}.${body}`))}`,
    ),
  );
  return {
    'x-service-timestamp': timestamp,
    'x-service-nonce': nonce,
    'x-service-signature': `sha256=${toHex(await hmacOf(utf8(secrets[0] ?? ''), `${timestamp}.${nonce}.${body}`))}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** Standard Webhooks signs with the bytes behind the prefix; a secret of another form is taken as it stands. */
function standardKey(secret: string): Bytes | undefined {
  return secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : utf8(secret);
}

async function hmacOf(key: Bytes | undefined, text: string): Promise<ArrayBuffer> {
  if (!key?.length) throw new TypeError('signWebhook needs a secret.');
  const imported = await crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
  return crypto.subtle.sign('HMAC', imported, utf8(text));
}

async function isHmac(key: Bytes | undefined, signature: Bytes | undefined, text: Bytes): Promise<boolean> {
  if (!key?.length || !signature) return false;
  const imported = await crypto.subtle.importKey('raw', key, HMAC, false, ['verify']);
  return crypto.subtle.verify('HMAC', imported, signature, text); // compares in constant time
}

function headerReader(headers: IncomingWebhook['headers']): (name: string) => string | undefined {
  if (isHeaders(headers)) return (name) => headers.get(name) ?? undefined;
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = all.get(name);
    return typeof value === 'object' ? value[0] : value;
  };
}

function isHeaders(headers: IncomingWebhook['headers']): headers is HeadersLike {
  return typeof headers.get === 'function';
}
