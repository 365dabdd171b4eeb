// A payment provider on this machine: the two calls we make, spoken as Stripe speaks them, and events signed as it signs.

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeStripe {
  readonly environment: Readonly<Record<string, string>>;
  /** What it was asked, the newest last. */
  readonly asked: readonly { readonly path: string; readonly form: URLSearchParams; readonly key: string }[];
  /** Answers everything with this, until it is undefined again. */
  failWith: number | undefined;
  /** How a subscription stands, when it is asked for. */
  subscription: object | undefined;
  /** A customer that somebody has removed there. */
  removed: string | undefined;
  close(): Promise<void>;
}

const KEY = 'sk_test_countersign';
const WEBHOOK_SECRET = 'whsec_test_countersign';

export async function startFakeStripe(): Promise<FakeStripe> {
  const asked: { path: string; form: URLSearchParams; key: string }[] = [];
  let failWith: number | undefined;
  let subscription: object | undefined;
  let removed: string | undefined;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const path = request.url ?? '';
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    asked.push({ path, form, key });
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (failWith !== undefined) return send(failWith, { error: { type: 'api_error', message: 'Out of order' } });
    if (key !== KEY) return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } });
    if (removed !== undefined && form.get('customer') === removed) {
      const said = { code: 'resource_missing', param: 'customer', message: `No such customer: '${removed}'` };
      return send(400, { error: { type: 'invalid_request_error', ...said } });
    }
    if (path === '/v1/checkout/sessions' && form.get('mode') === 'subscription' && form.has('line_items[0][price]')) {
      return send(200, { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.example/cs_1' });
    }
    if (path === '/v1/billing_portal/sessions' && form.has('customer')) {
      return send(200, { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.example/bps_1' });
    }
    if (request.method === 'GET' && path === '/v1/subscriptions/sub_1' && subscription) return send(200, subscription);
    return send(404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${path})` } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    environment: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
      STRIPE_PRICE_INDIE_MONTHLY: 'price_indie_m',
      STRIPE_PRICE_INDIE_YEARLY: 'price_indie_y',
      STRIPE_PRICE_TEAM_MONTHLY: 'price_team_m',
    },
    set failWith(status: number | undefined) {
      failWith = status;
    },
    get failWith() {
      return failWith;
    },
    set subscription(standing: object | undefined) {
      subscription = standing;
    },
    get subscription() {
      return subscription;
    },
    set removed(customer: string | undefined) {
      removed = customer;
    },
    get removed() {
      return removed;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

let made = 0;

interface SubscriptionEvent {
  readonly type: 'created' | 'updated' | 'deleted';
  readonly created: number;
  readonly project_id?: string;
  readonly price?: string;
  readonly status?: string;
  readonly id?: string;
  readonly subscription?: string;
}

/** `customer.subscription.*`, as the provider writes it. */
export function subscriptionEvent(given: SubscriptionEvent) {
  const {
    type,
    created,
    project_id,
    price = 'price_team_m',
    status = type === 'deleted' ? 'canceled' : 'active',
  } = given;
  return {
    id: given.id ?? `evt_${++made}`,
    object: 'event',
    type: `customer.subscription.${type}`,
    created,
    data: {
      object: {
        id: given.subscription ?? 'sub_1',
        object: 'subscription',
        customer: 'cus_1',
        status,
        metadata: project_id === undefined ? {} : { project_id, plan: 'indie' },
        items: { data: [{ price: { id: price }, current_period_end: created + 2_592_000 }] },
      },
    },
  };
}

/** `checkout.session.completed`. */
export function checkoutEvent(project_id: string, created: number, payment_status = 'paid') {
  return {
    id: `evt_${++made}`,
    object: 'event',
    type: 'checkout.session.completed',
    created,
    data: {
      object: {
        id: 'cs_1',
        object: 'checkout.session',
        client_reference_id: project_id,
        customer: 'cus_1',
        subscription: 'sub_1',
        payment_status,
        metadata: { project_id, plan: 'indie' },
      },
    },
  };
}

/** The header that proves it: `t=…,v1=…` over the bytes. */
export function stripeSignature(body: string, atSeconds: number, secret = WEBHOOK_SECRET): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}
