// Stripe, through its own SDK, whose requests leave by the same door as all others. Loaded only where billing is on.

import type Stripe from 'stripe';
import type { App } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { type Config, isNamed } from '../../config.ts';

const DEADLINE_MS = 15_000;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const SIGNATURE_TOLERANCE_SECONDS = 300;

let opened: { readonly key: string; readonly base: string; readonly client: Promise<Stripe> } | undefined;

export function stripeOf(app: App): Promise<Stripe> {
  const { stripeSecretKey: key, stripeApiBase: base } = app.config;
  if (key === '') throw new Problem('billing_disabled');
  if (opened?.key !== key || opened.base !== base) opened = { key, base, client: open(app) };
  return opened.client;
}

async function open(app: App): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const base = new URL(app.config.stripeApiBase);
  return new Client(app.config.stripeSecretKey, {
    host: base.hostname,
    port: base.port || (base.protocol === 'https:' ? 443 : 80),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
    httpClient: Client.createFetchHttpClient((url, init) => fetchOut(app, String(url), init)),
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** What the SDK takes for `fetch`. */
async function fetchOut(app: App, url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await app.world.request({
    url,
    method: init.method === 'GET' ? 'GET' : 'POST',
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === 'string' && { body: init.body }),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    allowPrivate: isNamed(app.config, 'stripeApiBase'),
  });
  if ('error' in answer) throw new TypeError(`The payment provider cannot be reached: ${answer.error}`);
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } });
}

/** The event, when these bytes are really the provider's. */
export async function genuineEvent(app: App, raw: Uint8Array, signature: string | undefined): Promise<Stripe.Event> {
  const stripe = await stripeOf(app);
  const secret = app.config.stripeWebhookSecret;
  if (signature === undefined || secret === '') throw new Problem('bad_signature');
  try {
    return stripe.webhooks.constructEvent(
      Buffer.from(raw),
      signature,
      secret,
      SIGNATURE_TOLERANCE_SECONDS,
      undefined,
      app.world.nowMs(),
    );
  } catch {
    throw new Problem('bad_signature');
  }
}

/** As it is by now, whatever events are still on their way. */
export async function subscriptionNow(app: App, id: string): Promise<Stripe.Subscription> {
  return reached((await stripeOf(app)).subscriptions.retrieve(id));
}

/** What the provider refuses or cannot do is said without its words: they are written for us, not for the caller. */
export async function reached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('unavailable', { detail: 'The payment provider could not be asked. Try again.' });
  }
}

/** Somebody has removed the customer there: asked about them, the provider refuses for ever. */
export function isOfRemoved(error: unknown): boolean {
  const { code, param } = error as { readonly code?: unknown; readonly param?: unknown };
  return code === 'resource_missing' && param === 'customer';
}

export function priceOf(config: Config, plan: 'indie' | 'team', period: 'monthly' | 'yearly'): string | undefined {
  const prices = {
    indie: { monthly: config.stripePriceIndieMonthly, yearly: config.stripePriceIndieYearly },
    team: { monthly: config.stripePriceTeamMonthly, yearly: config.stripePriceTeamYearly },
  };
  return prices[plan][period] || undefined;
}

/** Which plan a price is for. */
export function planOfPrice(config: Config, price: string | undefined): 'indie' | 'team' | undefined {
  if (price === undefined) return undefined;
  if (price === config.stripePriceIndieMonthly || price === config.stripePriceIndieYearly) return 'indie';
  if (price === config.stripePriceTeamMonthly || price === config.stripePriceTeamYearly) return 'team';
  return undefined;
}
