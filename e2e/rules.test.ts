// Rules in the browser: written with a dry run beside, and what they ask of the reviewer: several people, a passkey.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyProof } from '@countersign/sdk';
import { givenPerson } from '../packages/server/test/support/people.ts';
import { until } from '../packages/server/test/support/until.ts';
import { sideways, violations } from './support/axe.ts';
import { addAuthenticator, draftOf, mayDecide, openPage, shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox();

test('a rule is written as a sentence, tried on the past before it is saved, and then decides', async () => {
  const { page, url, api, agent } = here;
  const past = await Promise.all(
    [10, 20, 90].map((amount) =>
      agent.createAction({
        kind: 'refund.send',
        title: `Refund ${amount}`,
        preview: { body: 'x' },
        payload: { amount },
      }),
    ),
  );
  await api.decideAction(past[1]?.id ?? '', { decision: 'reject' });
  await page.goto(`${url}/rules`);
  await page.getByText('every action waits for a person').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name').fill('Small refunds');
  await page.getByLabel('Kind').fill('refund.*');
  await page.getByRole('button', { name: 'And a value of the payload…' }).click();
  await page.getByLabel('Payload value 1').fill('amount');
  await page.getByLabel('Compared with 1').fill('50');
  await page.getByText('Only one person here can approve').waitFor();
  await page.getByLabel('What happens').selectOption('auto_approve');
  const save = page.getByRole('button', { name: 'Make the rule' });
  assert.equal(await save.isDisabled(), true, 'not before it was tried');
  await page.getByText('it would have approved 2').waitFor();
  await page.getByText('People rejected 1 of those.').waitFor();
  assert.deepEqual(await violations(page), []);
  await save.click();
  await page.getByText('When kind is refund.* and amount is below 50: approve.').waitFor();

  const small = await agent.createAction({
    kind: 'refund.send',
    title: 'A small one',
    preview: { body: 'x' },
    payload: { amount: 5 },
  });
  assert.equal(small.status, 'approved');
  await page.goto(`${url}/a/${small.id}`);
  await page.getByText('Approved · Small refunds', { exact: true }).waitFor();

  await page.goto(`${url}/rules`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('every action waits for a person').waitFor();
  assert.deepEqual((await api.listRules()).items, []);
});

test('the hosts of a rule stand in its form, and can be changed there', async (t) => {
  const { page, url, api } = here;
  const { id } = await api.createRule({
    name: 'Our own',
    rule_action: 'auto_approve',
    target_url_hosts: ['api.example.com'],
    enabled: false,
  });
  t.after(() => api.deleteRule(id));
  await page.goto(`${url}/rules`);
  await page.getByText('target is on api.example.com: approve').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  const hosts = page.getByLabel('Hosts of the target');
  assert.equal(await hosts.inputValue(), 'api.example.com');
  await hosts.fill('api.example.com, *.example.org');
  await page.getByRole('button', { name: 'Save the rule' }).click();
  await page.getByText('target is on api.example.com or *.example.org: approve').waitFor();
  assert.deepEqual((await api.getRule(id)).target_url_hosts, ['api.example.com', '*.example.org']);
});

test('a number that is taken out to write another is not put back before it', async () => {
  const { page, url } = here;
  await page.goto(`${url}/rules`);
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('What happens').selectOption('set_expiry');
  const minutes = page.getByLabel('Minutes');
  await minutes.press('ControlOrMeta+a');
  await minutes.press('Backspace');
  assert.equal(await minutes.inputValue(), '');
  await minutes.pressSequentially('60');
  assert.equal(await minutes.inputValue(), '60');
  await page.keyboard.press('Escape');
});

test('33: what a rule wants signed is approved with a passkey, and the proof verifies', async (t) => {
  const { page, url, api, agent } = here;
  const rule = await api.createRule({ name: 'Payments', rule_action: 'require_step_up', kind_pattern: 'payment.*' });
  t.after(() => api.deleteRule(rule.id));
  const { id, digest } = await agent.createAction({
    kind: 'payment.send',
    title: 'Pay the rent',
    preview: { body: 'EUR 900 to the landlord' },
    payload: { amount: 900 },
  });
  await addAuthenticator(page); // the page had one for the visit it was opened with
  await page.goto(`${url}/me`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(/passkey, made/).waitFor();
  await page.goto(`${url}/a/${id}`);
  await shownTitle(page).getByText('Pay the rent').waitFor();
  await mayDecide(page);
  await page.getByRole('button', { name: 'Approve with a passkey' }).click();
  await page.getByText('Approved “Pay the rent”').waitFor();
  assert.equal((await agent.getAction(id)).status, 'approved');
  const proof = await agent.getProof(id);
  const claims = await verifyProof(proof, await agent.getJwks(), { digest });
  assert.equal(claims.method, 'passkey');

  const other = await agent.createAction({ kind: 'payment.send', title: 'Pay again', preview: { body: 'x' } });
  await assert.rejects(agent.decideAction(other.id, { decision: 'approve' }), /passkey/);
  assert.equal((await agent.getAction(other.id)).status, 'pending');
});

test('what is typed on while a passkey is asked for is neither approved unsigned nor lost', async (t) => {
  const { page, url, api, agent, ask, current } = here;
  const rule = await api.createRule({ name: 'Payments', rule_action: 'require_step_up', kind_pattern: 'payment.*' });
  t.after(() => api.deleteRule(rule.id));
  const { id } = await ask('Pay him', { kind: 'payment.send', editable: ['preview.body'] });
  await page.goto(`${url}/a/${id}`);
  await current('Pay him');
  await page.keyboard.press('e');
  await page.getByLabel('Content').fill('EUR 900');
  await mayDecide(page);
  await page.getByLabel('Content').evaluate((box: HTMLElement) => {
    const keys = { key: 'Enter', ctrlKey: true, bubbles: true, composed: true };
    box.dispatchEvent(new KeyboardEvent('keydown', keys));
    document.execCommand('insertText', false, ', not a cent more '); // before there is anything to sign
  });
  await page.getByText('The action is not the one on the screen. Look at it again.').waitFor();
  assert.equal((await agent.getAction(id)).status, 'pending');
  assert.match((await draftOf(page)) ?? '', /not a cent more/);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved with edits: “Pay him”').waitFor();
  assert.match((await agent.getAction(id)).decision?.final_preview?.body ?? '', /not a cent more/);
});

test('where two must approve, one is one of two', async (t) => {
  const { page, url, api, agent, letHoldsEnd } = here;
  const rule = await api.createRule({
    name: 'Two',
    rule_action: 'require_n_approvers',
    kind_pattern: 'deploy.*',
    outcome_params: { n: 2 },
  });
  t.after(() => api.deleteRule(rule.id));
  const { id } = await agent.createAction({
    kind: 'deploy.prod',
    title: 'Ship it',
    preview: { body: 'v2' },
    editable: ['title'],
  });
  await page.goto(`${url}/a/${id}`);
  await shownTitle(page).getByText('Ship it').waitFor();
  await mayDecide(page);
  await page.getByText('Not editable').waitFor();
  assert.equal(
    await page
      .locator('.inbox')
      .getByText(/editable: title|^editable/i)
      .count(),
    0,
    'and nothing else is said',
  );
  await page.getByRole('button', { name: 'Approve (1 of 2)' }).click();
  await page.getByText('Your approval is given: 1 of 2').waitFor();
  letHoldsEnd();
  await until(async () => (await agent.getAction(id)).approvals.given > 0, 'it is counted');
  assert.deepEqual((await agent.getAction(id)).approvals, { required: 2, given: 1 });
  assert.equal((await agent.getAction(id)).status, 'pending');
  await page.locator('.action-row').filter({ hasText: 'Ship it' }).getByText('1/2').waitFor(); // it is counted, so it is there
  await page.goto(`${url}/a/${id}`);
  await page.getByText('You approved; one more person is needed.').waitFor();
  assert.ok(await page.getByRole('button', { name: /^Approved/ }).isDisabled());
  await page.locator('.timeline').getByText('ask for several approvers').waitFor();
  assert.doesNotMatch((await page.locator('.timeline').textContent()) ?? '', /hld_|rul_|commits|_/);
});

test('on a phone, in the dark, the form fits and breaks no rule of accessibility', async (t) => {
  const phone = await openPage({ phone: true, dark: true });
  t.after(() => phone.context.close());
  await phone.context.addCookies(await here.page.context().cookies());
  await phone.page.goto(`${here.url}/rules`);
  await phone.page.getByRole('button', { name: 'New rule' }).click();
  await phone.page.getByRole('button', { name: 'And a value of the payload…' }).click();
  await phone.page.getByLabel('Payload value 1').fill('amount');
  await phone.page.getByLabel('Compared with 1').fill('50');
  await phone.page.getByText(/In the last 7 days/).waitFor();
  assert.deepEqual(await violations(phone.page), []);
  assert.equal(await sideways(phone.page), 0);
});

test('whose approval was taken back with their right to decide can give it again', async (t) => {
  const { page, url, api, agent, service } = here;
  const rule = await api.createRule({
    name: 'Three',
    rule_action: 'require_n_approvers',
    kind_pattern: 'deploy.*',
    outcome_params: { n: 3 },
  });
  t.after(() => api.deleteRule(rule.id));
  const { id, digest } = await agent.createAction({ kind: 'deploy.prod', title: 'Ship all', preview: { body: 'v3' } });
  const dana = (await api.listReviewers()).items.find(({ name }) => name === 'Dana Novak') ?? assert.fail();
  const [ana, ben] = [await givenPerson(service, 'admin'), await givenPerson(service, 'reviewer')];
  const approval = { decision: 'approve', digest, seconds: 0 };
  const given = await page.evaluate(
    async ([path, body]) =>
      (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
    [`/v1/actions/${id}/decision-hold`, JSON.stringify(approval)] as const,
  );
  assert.equal(given, 200);
  await ana.ask('PATCH', `/reviewers/${dana.id}`, { role: 'viewer' });
  await ana.ask('PATCH', `/reviewers/${dana.id}`, { role: 'admin' });
  await ben.ask('POST', `/actions/${id}/decision-hold`, approval);
  await page.goto(`${url}/a/${id}`);
  await mayDecide(page);
  await page.getByRole('button', { name: 'Approve (2 of 3)' }).click();
  await page.getByText('Your approval is given: 2 of 3').waitFor();
});
