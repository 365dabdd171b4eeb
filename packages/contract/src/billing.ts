// Billing: which plan a project has, what it has used, and the way to the payment provider. Spec 2.6, 4.

import { Type } from 'typebox';
import type { Operation } from './operation.ts';

export const TIERS = ['free', 'indie', 'team'] as const;
export type Tier = (typeof TIERS)[number];

const limited = (description: string) =>
  Type.Object({ used: Type.Integer(), limit: Type.Union([Type.Integer(), Type.Null()]) }, { description });

export const Billing = Type.Object({
  tier: Type.Enum(TIERS),
  status: Type.String({ description: '`self_host` when billing is off; `none`, or the state of the subscription' }),
  current_period_end: Type.Optional(Type.Integer()),
  usage: Type.Object({
    watchers: limited('Watchers there are; a limit of null is none'),
    approvals: limited('Actions created this month (UTC); a limit of null is none'),
  }),
  billing_enabled: Type.Boolean(),
});
export type Billing = Type.Static<typeof Billing>;

export const Checkout = Type.Object(
  {
    plan: Type.Enum(['indie', 'team'] as const),
    period: Type.Optional(Type.Enum(['monthly', 'yearly'] as const, { default: 'monthly' })),
  },
  { additionalProperties: false },
);
export type Checkout = Type.Static<typeof Checkout>;

const Redirect = Type.Object({ url: Type.String({ description: 'Where to send the person' }) });

export const billingOperations = {
  getBilling: {
    method: 'GET',
    path: '/billing',
    tag: 'Billing',
    scope: 'admin',
    summary: 'The plan, the state of its subscription, and what was used of it',
    replies: { 200: Billing },
    problems: [],
  },
  startCheckout: {
    method: 'POST',
    path: '/billing/checkout',
    tag: 'Billing',
    scope: 'admin',
    summary: 'Begin to subscribe: answers the address of the payment page',
    body: Checkout,
    replies: { 200: Redirect },
    problems: ['billing_disabled', 'plan_not_configured'],
  },
  openBillingPortal: {
    method: 'POST',
    path: '/billing/portal',
    tag: 'Billing',
    scope: 'admin',
    summary: 'Change or end the subscription: answers the address of the provider’s portal',
    replies: { 200: Redirect },
    problems: ['billing_disabled', 'no_customer'],
  },
  receiveBillingEvent: {
    method: 'POST',
    path: '/billing/webhook',
    tag: 'Billing',
    scope: 'public',
    summary: 'For the payment provider: an event, verified by its signature over the bytes as they came',
    headers: Type.Object({ 'stripe-signature': Type.Optional(Type.String()) }),
    raw: true,
    large: true,
    replies: { 200: Type.Object({ received: Type.Boolean() }) },
    problems: ['billing_disabled', 'bad_signature'],
  },
} as const satisfies Record<string, Operation>;
