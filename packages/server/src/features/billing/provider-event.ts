// What the payment provider tells: each event once, and the newest state of a subscription wins, in whatever order they come.

import type Stripe from 'stripe';
import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { BillingSubscriptionRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { findProject, lockProject } from '../project/store.ts';
import { genuineEvent, planOfPrice, subscriptionNow } from './provider.ts';
import {
  findAccount,
  findByCustomer,
  findSubscription,
  hasEvent,
  listSubscriptions,
  rememberEvent,
  saveAccount,
  saveSubscription,
} from './store.ts';
import { bestOf, tierOf } from './tier.ts';

/** Of two events of one second, the one that can only have come later. */
const RANKS: Readonly<Record<string, number>> = {
  'checkout.session.completed': 0,
  'customer.subscription.created': 1,
  'customer.subscription.updated': 2,
  'customer.subscription.deleted': 3,
};

/** What follows from another plan, in the transaction that makes it so. */
export type OnPlan = (tx: Tx, app: App, project_id: string) => Promise<void>;

export async function receiveEvent(
  app: App,
  raw: Uint8Array,
  signature: string | undefined,
  onPlan: OnPlan,
): Promise<void> {
  const event = await genuineEvent(app, raw, signature);
  const rank = RANKS[event.type];
  if (rank === undefined) return; // not ours to know
  const applied = await inTransaction(app, (tx) => apply(tx, app, { event, rank }, onPlan));
  if (applied !== 'ambiguous') return;
  const current = await subscriptionNow(app, (event.data.object as Stripe.Subscription).id);
  await inTransaction(app, (tx) => apply(tx, app, { event, rank, current }, onPlan));
}

interface Given {
  readonly event: Stripe.Event;
  readonly rank: number;
  /** How things stand, by the provider's own word; events of one second do not tell. */
  readonly current?: Stripe.Subscription;
}

async function apply(tx: Tx, app: App, given: Given, onPlan: OnPlan): Promise<'ambiguous' | undefined> {
  const told = await toldBy(app, tx, given);
  if (!told) return undefined;
  const { project_id } = told.subscription;
  await lockProject(tx, project_id); // two of its subscriptions may change at once, and both count
  const before = await findSubscription(tx, told.subscription);
  if (await hasEvent(tx, given.event.id)) return undefined;
  if (!given.current && before && isAmbiguous(before, told.subscription)) return 'ambiguous';
  if (!(await rememberEvent(tx, given.event.id)) || !(await saveSubscription(tx, told.subscription))) return undefined;
  const best = bestOf(await listSubscriptions(tx, project_id)) ?? told.subscription;
  const { tier, status, current_period_end } = best;
  const customer_id = told.customer_id ?? (await findAccount(tx, project_id))?.customer_id ?? null;
  await saveAccount(tx, { project_id, tier, status, current_period_end, customer_id });
  const actor = { project_id, type: 'billing', id: 'stripe' };
  await recordAudit(tx, actor, { event: 'billing.updated', entity_id: project_id, facts: { tier, status } });
  await onPlan(tx, app, project_id);
  return undefined;
}

/** Two changes of one second: which of them was later is in neither. */
function isAmbiguous(before: BillingSubscriptionRow, told: BillingSubscriptionRow): boolean {
  if (before.state_at !== told.state_at || before.state_rank !== told.state_rank) return false;
  return (
    before.tier !== told.tier ||
    before.status !== told.status ||
    before.current_period_end !== (told.current_period_end ?? before.current_period_end)
  );
}

interface Told {
  readonly subscription: BillingSubscriptionRow;
  readonly customer_id: string | undefined;
}

async function toldBy(app: App, tx: Tx, { event, rank, current }: Given): Promise<Told | undefined> {
  const when = { state_at: event.created, state_rank: rank };
  if (event.type === 'checkout.session.completed') return fromCheckout(tx, event.data.object);
  if (!event.type.startsWith('customer.subscription.')) return undefined;
  return fromSubscription(app, tx, current ?? (event.data.object as Stripe.Subscription), when);
}

type When = Pick<BillingSubscriptionRow, 'state_at' | 'state_rank'>;

/** Older than any of its own events, the first of which knows better: by direct debit one may be active that is not paid for yet. */
const BEFORE_ITS_EVENTS: When = { state_at: 0, state_rank: 0 };

/** Ties the customer to the project; the subscription's own events say what was bought, and how it stands. */
async function fromCheckout(tx: Tx, session: Stripe.Checkout.Session): Promise<Told | undefined> {
  const project_id = session.client_reference_id ?? session.metadata?.project_id;
  const id = idOf(session.subscription);
  if (!project_id || !id || !(await findProject(tx, project_id))) return undefined;
  const plan = session.metadata?.plan === 'team' ? 'team' : 'indie';
  const isUnpaid = session.payment_status === 'unpaid';
  return {
    subscription: {
      project_id,
      id,
      tier: isUnpaid ? 'free' : plan,
      status: isUnpaid ? 'incomplete' : 'active',
      current_period_end: null,
      ...BEFORE_ITS_EVENTS,
    },
    customer_id: idOf(session.customer),
  };
}

async function fromSubscription(
  app: App,
  tx: Tx,
  subscription: Stripe.Subscription,
  when: When,
): Promise<Told | undefined> {
  const customer_id = idOf(subscription.customer);
  const named = subscription.metadata?.project_id;
  const project_id = named ?? (customer_id === undefined ? undefined : await findByCustomer(tx, customer_id));
  if (!project_id || !(await findProject(tx, project_id))) return undefined;
  const [item] = subscription.items?.data ?? [];
  const bought = planOfPrice(app.config, item?.price.id);
  const plan = bought ?? (subscription.metadata?.plan === 'team' ? 'team' : 'indie');
  // Newer versions of the provider's API keep the period on the item.
  const period = subscription as unknown as { readonly current_period_end?: number };
  return {
    subscription: {
      project_id,
      id: subscription.id,
      tier: tierOf(plan, subscription.status),
      status: subscription.status,
      current_period_end: item?.current_period_end ?? period.current_period_end ?? null,
      ...when,
    },
    customer_id,
  };
}

function idOf(reference: string | { readonly id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
