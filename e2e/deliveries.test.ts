// What became of the answer: each state in words, and sending it once more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterLook } from '../packages/server/test/support/attempts.ts';
import { givenReceiver } from '../packages/server/test/support/receiver.ts';
import { until } from '../packages/server/test/support/until.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ routed: true });

/** Longer than each pause between two attempts. */
const PAUSES_S = [70, 340, 1700, 8000, 48_000];

test('delivered, retry, given up, gone and none are said; what gave up can be sent again', async (t) => {
  const { page, url, service, api, ask } = here;
  const [good, bad, gone] = [await givenReceiver(t), await givenReceiver(t), await givenReceiver(t)];
  bad.answerWith(500);
  gone.answerWith(410);
  const approved = async (title: string, callback_url?: string) => {
    const { id } = await ask(title, { expires_in: 600, ...(callback_url && { callback_url }) });
    await api.decideAction(id, { decision: 'approve' });
    return id;
  };
  const ids = {
    good: await approved('Good', good.url),
    bad: await approved('Bad', bad.url),
    gone: await approved('Gone', gone.url),
    none: await approved('None'),
  };
  /** Received is not yet written down. */
  const attempted = async (times: number) => {
    const made = async () => (await api.getAction(ids.bad)).webhook_delivery?.attempt === times;
    await until(made, `attempt ${times} is written down`);
    await afterLook();
  };
  const says = async (id: string, words: RegExp) => {
    await page.goto(`${url}/a/${id}`);
    await page.locator('.reading').getByText(words).waitFor();
  };
  await Promise.all([good.count(1), bad.count(1), gone.count(1)]);
  await says(ids.good, /^Delivered, 200, attempt 1$/);
  await says(ids.bad, /^Retry, attempt 1 of 6, next in .+ Last answer: 500$/);
  await page.route(`**/v1/inbox/${ids.bad}`, async (route) => {
    const response = await route.fetch();
    const { webhook_delivery, ...action } = await response.json();
    await route.fulfill({
      response,
      json: { ...action, webhook_delivery: { ...webhook_delivery, next_attempt_at: 1 } },
    });
  });
  await says(ids.bad, /^Retry, attempt 1 of 6. Last answer: 500$/); // due, and no longer in any time
  await page.unrouteAll({ behavior: 'wait' });
  await says(ids.none, /^No callback. The agent polls.$/);

  await says(ids.gone, /^The receiver answered 410/);
  gone.answerWith(200);
  await page.getByRole('button', { name: 'Resend to a new address…' }).click();
  await page.getByLabel('New callback address').fill(good.url);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await good.count(2);

  for (const [n, pause] of PAUSES_S.entries()) {
    await attempted(n + 1);
    service.wind(pause);
    await bad.count(n + 2);
  }
  await says(ids.bad, /^Gave up after 6 attempts/);
  await page.locator('.reading .chip').getByText('gave up', { exact: true }).waitFor();
  bad.answerWith(200);
  await page.getByRole('button', { name: 'Resend' }).click();
  await bad.count(7);
  await page.getByText(/^Delivered, 200/).waitFor();
  const [first, last] = [bad.received[0], bad.received[6]];
  assert.equal(last?.headers['x-service-delivery-id'], first?.headers['x-service-delivery-id']);
  assert.notEqual(last?.headers['x-service-signature'], first?.headers['x-service-signature']);
  assert.equal(last?.body, first?.body);
});

test('who looks at an action sees each attempt in its story as it is made', async (t) => {
  const { page, url, service, api, ask } = here;
  const receiver = await givenReceiver(t);
  receiver.answerWith(500);
  const { id } = await ask('Watched', { expires_in: 600, callback_url: receiver.url });
  await page.goto(`${url}/a/${id}`);
  await api.decideAction(id, { decision: 'approve' });
  const attempts = page.getByRole('region', { name: 'Timeline' }).getByText('webhook attempt');
  await attempts.nth(0).waitFor();
  await afterLook();
  receiver.answerWith(200);
  service.wind(PAUSES_S[0] ?? 0);
  await receiver.count(2);
  await attempts.nth(1).waitFor();
  assert.equal(await attempts.count(), 2);
});

test('what an agent says of its deed is cut with a sign in the story, and no character in half', async () => {
  const { page, url, api, ask } = here;
  const { id } = await ask('Told at length', { expires_in: 600 });
  await api.decideAction(id, { decision: 'approve' });
  await api.reportResult(id, { status: 'executed', detail: `${'x'.repeat(499)}😀 and more` });
  await page.goto(`${url}/a/${id}`);
  const told = page.getByRole('region', { name: 'Timeline' }).locator('q');
  assert.match(await told.innerText(), /^x{499}…$/);
});
