// Plans and their limits, against a payment provider on this machine.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { checkoutEvent, startFakeStripe, stripeSignature, subscriptionEvent } from '../support/fake-stripe.ts';
import { codeOf, type Given, givenAgent, givenService, proposal } from '../support/given.ts';
import { call } from '../support/wire.ts';

async function givenBilling(t: TestContext) {
  const stripe = await startFakeStripe();
  t.after(() => stripe.close());
  const given = await givenService(t, { environment: stripe.environment });
  const { id: project_id } = await given.admin.getProject();
  const now = () => Math.floor(given.service.world.nowMs() / 1000);
  const tell = (event: object, signature?: string) => {
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': signature ?? stripeSignature(body, now()) };
    return call('POST', `${given.service.baseUrl}/billing/webhook`, { body, headers });
  };
  return { ...given, stripe, project_id, now, tell };
}

test('without a provider everything is free of limits, and the ways to pay are closed', async (t) => {
  const { service, admin }: Given = await givenService(t);
  await admin.createAction(proposal());
  assert.deepEqual(await admin.getBilling(), {
    tier: 'free',
    status: 'self_host',
    usage: { watchers: { used: 0, limit: null }, approvals: { used: 1, limit: null } },
    billing_enabled: false,
  });
  assert.equal(await codeOf(admin.startCheckout({ plan: 'team' })), 'billing_disabled');
  assert.equal(await codeOf(admin.openBillingPortal()), 'billing_disabled');
  const told = await call('POST', `${service.baseUrl}/billing/webhook`, { body: '{}' });
  assert.equal(told.status, 400);
});

test('a checkout leads to the provider with the price of the plan and the project', async (t) => {
  const { admin, stripe, project_id } = await givenBilling(t);
  const { url } = await admin.startCheckout({ plan: 'indie', period: 'yearly' });
  assert.equal(url, 'https://checkout.stripe.example/cs_1');
  const { form } = stripe.asked.at(-1) ?? assert.fail('nothing was asked');
  assert.equal(form.get('line_items[0][price]'), 'price_indie_y');
  assert.equal(form.get('client_reference_id'), project_id);
  assert.equal(form.get('subscription_data[metadata][project_id]'), project_id);
  assert.equal(await codeOf(admin.startCheckout({ plan: 'team', period: 'yearly' })), 'plan_not_configured');
});

test('the demo takes nothing of what the plan allows', async (t) => {
  const { admin } = await givenBilling(t);
  assert.equal((await admin.startDemo()).action_ids.length, 3);
  assert.deepEqual((await admin.getBilling()).usage.approvals, { used: 0, limit: 100 });
  await admin.createAction(proposal());
  assert.equal((await admin.getBilling()).usage.approvals.used, 1);
});

test('the portal needs a customer', async (t) => {
  const { admin, project_id, now, tell } = await givenBilling(t);
  assert.equal(await codeOf(admin.openBillingPortal()), 'no_customer');
  assert.equal((await tell(checkoutEvent(project_id, now()))).status, 200);
  assert.equal((await admin.openBillingPortal()).url, 'https://billing.stripe.example/bps_1');
});

test('whose customer was removed at the provider can subscribe again, as a new one', async (t) => {
  const { admin, stripe, project_id, now, tell } = await givenBilling(t);
  await tell(checkoutEvent(project_id, now()));
  stripe.removed = 'cus_1';
  assert.equal(await codeOf(admin.openBillingPortal()), 'no_customer');
  assert.equal((await admin.startCheckout({ plan: 'indie' })).url, 'https://checkout.stripe.example/cs_1');
  const [before, after] = stripe.asked.slice(-2);
  assert.deepEqual([before?.form.get('customer'), after?.form.get('customer')], ['cus_1', null]);
});

test('a provider that fails is 503, and nothing of its words gets through', async (t) => {
  const { admin, stripe } = await givenBilling(t);
  stripe.failWith = 500;
  assert.equal(await codeOf(admin.startCheckout({ plan: 'indie' })), 'unavailable');
});

test('an event that is not the provider’s is refused and changes nothing', async (t) => {
  const { admin, project_id, now, tell } = await givenBilling(t);
  const event = subscriptionEvent({ type: 'created', created: now(), project_id });
  const body = JSON.stringify(event);
  const forged = [
    'nonsense',
    stripeSignature(body, now(), 'whsec_other'),
    stripeSignature(`${body} `, now()),
    stripeSignature(body, now() - 600), // replayed later
  ];
  for (const signature of forged) {
    const answer = await tell(event, signature);
    assert.equal(answer.status, 400);
    assert.equal(JSON.parse(answer.text).error, 'bad_signature');
  }
  assert.equal((await admin.getBilling()).tier, 'free');
});

test('a subscription sets the plan by its price, and its end takes it back', async (t) => {
  const { admin, project_id, now, tell } = await givenBilling(t);
  const at = now();
  await tell(checkoutEvent(project_id, at));
  await tell(subscriptionEvent({ type: 'created', created: at, project_id, price: 'price_indie_m' }));
  const bought = await admin.getBilling();
  assert.equal(bought.tier, 'indie');
  assert.equal(bought.status, 'active');
  assert.equal(bought.current_period_end, at + 2_592_000);
  assert.equal(bought.usage.approvals.limit, 2000);

  // Later events name the customer only.
  await tell(subscriptionEvent({ type: 'updated', created: at + 10, price: 'price_team_m' }));
  assert.equal((await admin.getBilling()).tier, 'team');
  await tell(subscriptionEvent({ type: 'deleted', created: at + 20 }));
  const ended = await admin.getBilling();
  assert.equal(ended.tier, 'free');
  assert.equal(ended.status, 'canceled');

  const { items } = await admin.listAudit({ type: 'billing.' });
  assert.equal(items.length, 4);
});

test('events come twice and in any order: each counts once, the newest state wins', async (t) => {
  const { admin, project_id, now, tell } = await givenBilling(t);
  const at = now();
  const deleted = subscriptionEvent({ type: 'deleted', created: at + 20, project_id });
  const updated = subscriptionEvent({ type: 'updated', created: at + 10, project_id });
  const created = subscriptionEvent({ type: 'created', created: at + 20, project_id }); // of the same second as the end
  for (const event of [deleted, updated, created, updated, deleted]) assert.equal((await tell(event)).status, 200);
  assert.equal((await admin.getBilling()).status, 'canceled');
  assert.equal((await admin.listAudit({ type: 'billing.' })).items.length, 1);
});

test('an event is remembered for as long as the provider may tell it again, and then forgotten', async (t) => {
  const { service, admin, project_id, now, tell } = await givenBilling(t);
  const remembered = async () =>
    (await service.running.app.reader.q.selectFrom('billing_events').select('id').execute()).length;
  const at = now();
  const created = subscriptionEvent({ type: 'created', created: at, project_id });
  await tell(created);
  service.wind(30 * 86_400);
  await tell(subscriptionEvent({ type: 'updated', created: now(), project_id }));
  assert.equal(await remembered(), 2);
  await tell(created);
  service.wind(2 * 86_400);
  await tell(subscriptionEvent({ type: 'deleted', created: now(), project_id }));
  assert.equal(await remembered(), 2, 'the first is forgotten');
  await tell(created);
  assert.equal((await admin.getBilling()).status, 'canceled', 'and tells nothing new');
  assert.equal((await admin.listAudit({ type: 'billing.' })).items.length, 3);
});

test('of two changes in one second the later counts, whichever is told first: the provider is asked how it stands', async (t) => {
  const { admin, project_id, now, tell, stripe } = await givenBilling(t);
  const start = now();
  for (const [second, isInOrder] of [
    [10, true],
    [20, false],
  ] as const) {
    const at = { created: start + second, project_id, type: 'updated' } as const;
    const earlier = subscriptionEvent({ ...at, status: 'incomplete' });
    const later = subscriptionEvent({ ...at, status: 'active' });
    stripe.subscription = later.data.object;
    const events = isInOrder ? [earlier, later] : [later, earlier];
    for (const event of [...events, ...events]) assert.equal((await tell(event)).status, 200);
    assert.partialDeepStrictEqual(await admin.getBilling(), { tier: 'team', status: 'active' }, `told ${isInOrder}`);
  }
  const asked = stripe.asked.filter(({ path }) => path.startsWith('/v1/subscriptions/')).length;
  assert.equal(asked, 2, 'once for each second, and not for what was told before');
});

test('a provider that cannot be asked which change was later tells it again', async (t) => {
  const { admin, project_id, now, tell, stripe } = await givenBilling(t);
  const at = { created: now(), project_id, type: 'updated' } as const;
  const later = subscriptionEvent({ ...at, status: 'active' });
  const earlier = subscriptionEvent({ ...at, status: 'past_due' });
  await tell(later);
  stripe.failWith = 500;
  assert.equal((await tell(earlier)).status, 503);
  assert.equal((await admin.getBilling()).status, 'active');
  stripe.failWith = undefined;
  stripe.subscription = later.data.object;
  assert.equal((await tell(earlier)).status, 200);
  assert.equal((await admin.getBilling()).status, 'active');
});

test('whoever changes plans has two subscriptions for a while: the better one counts, and the end of the other changes nothing', async (t) => {
  const { admin, project_id, now, tell } = await givenBilling(t);
  const at = now();
  const indie = { subscription: 'sub_indie', price: 'price_indie_m', project_id };
  const team = { subscription: 'sub_team', price: 'price_team_m', project_id };
  await tell(subscriptionEvent({ ...indie, type: 'created', created: at }));
  await tell(subscriptionEvent({ ...team, type: 'created', created: at + 10 }));
  await tell(subscriptionEvent({ ...indie, type: 'updated', created: at + 20, status: 'past_due' }));
  assert.partialDeepStrictEqual(await admin.getBilling(), { tier: 'team', status: 'active' });
  await tell(subscriptionEvent({ ...indie, type: 'deleted', created: at + 30 }));
  assert.partialDeepStrictEqual(await admin.getBilling(), {
    tier: 'team',
    status: 'active',
    current_period_end: at + 10 + 2_592_000,
  });

  // Back to the smaller one, which is there before the greater one ends.
  await tell(subscriptionEvent({ ...indie, subscription: 'sub_again', type: 'created', created: at + 40 }));
  await tell(subscriptionEvent({ ...team, type: 'deleted', created: at + 50 }));
  assert.partialDeepStrictEqual(await admin.getBilling(), { tier: 'indie', status: 'active' });
  await tell(subscriptionEvent({ ...indie, subscription: 'sub_again', type: 'deleted', created: at + 60 }));
  assert.partialDeepStrictEqual(await admin.getBilling(), { tier: 'free', status: 'canceled' });
});

test('a checkout says whose a subscription is; how it stands its own events say, whichever is later or told first', async (t) => {
  const { admin, project_id, now, tell } = await givenBilling(t);
  const at = now();
  const current_period_end = at + 2_592_000;
  // By direct debit: the subscription is active at once, its first payment comes days later.
  await tell(subscriptionEvent({ type: 'created', created: at, project_id }));
  await tell(checkoutEvent(project_id, at + 2, 'unpaid'));
  assert.partialDeepStrictEqual(await admin.getBilling(), { tier: 'team', status: 'active', current_period_end });

  const other = await givenBilling(t);
  await other.tell(checkoutEvent(other.project_id, at + 2, 'no_payment_required'));
  assert.partialDeepStrictEqual(await other.admin.getBilling(), { tier: 'indie', status: 'active' });
  const created = { type: 'created', created: at, project_id: other.project_id, status: 'trialing' } as const;
  await other.tell(subscriptionEvent(created));
  assert.partialDeepStrictEqual(await other.admin.getBilling(), {
    tier: 'team',
    status: 'trialing',
    current_period_end,
  });
});

test('what the provider tells of others is taken and means nothing', async (t) => {
  const { admin, now, tell } = await givenBilling(t);
  assert.equal(
    (await tell({ id: 'evt_x', object: 'event', type: 'invoice.paid', created: now(), data: {} })).status,
    200,
  );
  const elsewhere = subscriptionEvent({ type: 'created', created: now(), project_id: 'prj_elsewhere' });
  assert.equal((await tell(elsewhere)).status, 200);
  assert.equal((await admin.getBilling()).tier, 'free');
});

test('fifty creates at the edge of the quota: never over it, the rest are 402, and a replay costs nothing', async (t) => {
  const given = await givenBilling(t);
  const agent = await givenAgent(given);
  await Promise.all(Array.from({ length: 90 }, () => agent.createAction(proposal())));
  const codes = await Promise.all(
    Array.from({ length: 50 }, () => codeOf(agent.createAction(proposal({ idempotency_key: `k${Math.random()}` })))),
  );
  assert.equal(codes.filter((code) => code === undefined).length, 10);
  assert.equal(codes.filter((code) => code === 'quota_exceeded').length, 40);
  assert.equal((await given.admin.getBilling()).usage.approvals.used, 100);

  // Deciding is never blocked, and the next month begins anew.
  const { items } = await agent.listActions({ limit: 1 });
  await agent.decideAction(items[0]?.id ?? '', { decision: 'approve' });
  given.service.wind(32 * 86_400);
  await agent.createAction(proposal());
  assert.equal((await given.admin.getBilling()).usage.approvals.used, 1);
});
