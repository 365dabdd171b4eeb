// What the payment provider tells: each event once, and the newest state wins, in whatever order they come.

import type Stripe from 'stripe';
import type { App } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { findProject } from '../project/store.ts';
import { genuineEvent, planOfPrice } from './provider.ts';
import { type AccountState, findAccount, findByCustomer, rememberEvent, saveAccount } from './store.ts';
import { tierOf } from './tier.ts';

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
  await inTransaction(app, async (tx) => {
    if (!(await rememberEvent(tx, event.id))) return;
    const state = await stateFrom(app, tx, event, rank);
    if (!state || !(await saveAccount(tx, state))) return;
    const { project_id, tier, status } = state;
    const actor = { project_id, type: 'billing', id: 'stripe' };
    await recordAudit(tx, actor, { event: 'billing.updated', entity_id: project_id, facts: { tier, status } });
    await onPlan(tx, app, project_id);
  });
}

async function stateFrom(app: App, tx: Tx, event: Stripe.Event, state_rank: number): Promise<AccountState | undefined> {
  const about = { state_at: event.created, state_rank };
  if (event.type === 'checkout.session.completed') return fromCheckout(tx, event.data.object, about);
  if (!event.type.startsWith('customer.subscription.')) return undefined;
  return fromSubscription(app, tx, event.data.object as Stripe.Subscription, about);
}

type When = Pick<AccountState, 'state_at' | 'state_rank'>;

/** Ties the customer to the project; the subscription's own events say what was bought. */
async function fromCheckout(tx: Tx, session: Stripe.Checkout.Session, when: When): Promise<AccountState | undefined> {
  const project_id = session.client_reference_id ?? session.metadata?.project_id;
  if (!project_id || !(await findProject(tx, project_id))) return undefined;
  const before = await findAccount(tx, project_id);
  const plan = session.metadata?.plan === 'team' ? 'team' : 'indie';
  return {
    project_id,
    tier: session.payment_status === 'unpaid' ? 'free' : plan,
    status: session.payment_status === 'unpaid' ? 'incomplete' : 'active',
    customer_id: idOf(session.customer) ?? before?.customer_id ?? null,
    current_period_end: before?.current_period_end ?? null,
    ...when,
  };
}

async function fromSubscription(
  app: App,
  tx: Tx,
  subscription: Stripe.Subscription,
  when: When,
): Promise<AccountState | undefined> {
  const customer_id = idOf(subscription.customer) ?? null;
  const named = subscription.metadata?.project_id;
  const project_id = named ?? (customer_id === null ? undefined : await findByCustomer(tx, customer_id));
  if (!project_id || !(await findProject(tx, project_id))) return undefined;
  const [item] = subscription.items?.data ?? [];
  const bought = planOfPrice(app.config, item?.price.id);
  const plan = bought ?? (subscription.metadata?.plan === 'team' ? 'team' : 'indie');
  // Newer versions of the provider's API keep the period on the item.
  const period = subscription as unknown as { readonly current_period_end?: number };
  return {
    project_id,
    tier: tierOf(plan, subscription.status),
    status: subscription.status,
    customer_id,
    current_period_end: item?.current_period_end ?? period.current_period_end ?? null,
    ...when,
  };
}

function idOf(reference: string | { readonly id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
