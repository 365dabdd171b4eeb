// The ways to the provider's pages: to subscribe, and to change or end a subscription.

import type { Checkout } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { isOfRemoved, priceOf, reached, stripeOf } from './provider.ts';
import { findAccount } from './store.ts';

export async function startCheckout(app: App, caller: Caller, { plan, period = 'monthly' }: Checkout): Promise<string> {
  const stripe = await stripeOf(app);
  const price = priceOf(app.config, plan, period);
  if (price === undefined)
    throw new Problem('plan_not_configured', { detail: `There is no ${period} price for ${plan}.` });
  const { project_id } = caller;
  const customer = (await findAccount(app.reader, project_id))?.customer_id;
  const about = { project_id, plan };
  const create = (known: { readonly customer?: string }) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      client_reference_id: project_id,
      metadata: about,
      subscription_data: { metadata: about },
      ...known,
      success_url: `${app.publicUrl()}/settings/billing?paid=1`,
      cancel_url: `${app.publicUrl()}/settings/billing`,
    });
  const created = create(customer ? { customer } : {}).catch((error: unknown) => {
    if (isOfRemoved(error)) return create({}); // they come back as a new one
    throw error;
  });
  const session = await reached(created);
  if (!session.url) throw new Problem('unavailable', { detail: 'The payment provider gave no address.' });
  return session.url;
}

export async function openPortal(app: App, caller: Caller): Promise<string> {
  const stripe = await stripeOf(app);
  const customer = (await findAccount(app.reader, caller.project_id))?.customer_id;
  if (!customer) throw new Problem('no_customer');
  const created = stripe.billingPortal.sessions
    .create({ customer, return_url: `${app.publicUrl()}/settings/billing` })
    .catch((error: unknown) => {
      throw isOfRemoved(error) ? new Problem('no_customer') : error;
    });
  return (await reached(created)).url;
}
