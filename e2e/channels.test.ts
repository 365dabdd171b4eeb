// Channels in the browser: added with a form that asks for what the platform needs, tried, mended, and told of in the inbox when
// one turned itself off; and the page that a link in a mail leads to.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { mailToken } from '../packages/server/test/support/channels.ts';
import { until } from '../packages/server/test/support/until.ts';
import { sideways, violations } from './support/axe.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox();

let status = 200;
const receiver = createServer((_request, response) => response.writeHead(status).end('ok'));
let address = '';
before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test('a channel is added, tried, changed without its secret, and removed', async () => {
  const { page, url, api } = here;
  await page.goto(`${url}/channels`);
  await page.getByText('No channels').waitFor();
  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Phone');
  await dialog.getByLabel('Where').selectOption('ntfy');
  await dialog.getByLabel('Server').fill(address);
  await dialog.getByLabel('Topic').fill('approvals-8f3k2');
  await dialog.getByLabel('Access token (not needed)').fill('tk_a-secret-token');
  await dialog.getByLabel('it was decided').check();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await page.getByText('approvals-8f3k2').waitFor();
  assert.equal((await page.content()).includes('tk_a-secret-token'), false);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Phone took the test message').waitFor();
  status = 403;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Last attempt failed: http_4xx (403)').waitFor();
  status = 200;

  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Only these kinds').fill('payment.*');
  await dialog.getByRole('button', { name: 'Save the channel' }).click();
  await page.getByText('only payment.*').waitFor();
  const [channel] = (await api.listChannels()).items;
  assert.equal(channel?.config.token, '****oken');
  assert.deepEqual(await violations(page), []);

  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No channels').waitFor();
});

test('a bot shows the address for the platform, and a rule escalates to it', async (t) => {
  const { page, url, api } = here;
  await page.goto(`${url}/channels`);
  await page.getByRole('button', { name: 'New channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Ops in Slack');
  await dialog.getByLabel(/With a bot/).check();
  await dialog.getByLabel('Bot token').fill('xoxb-1-secret-token');
  await dialog.getByLabel('Channel id').fill('C0123456789');
  await dialog.getByLabel('Signing secret').fill('a-signing-secret');
  await dialog.getByLabel('Who may decide there').fill('U012AB3CD\nU9');
  await dialog.getByRole('button', { name: 'Add the channel' }).click();
  await page.getByText('/v1/interactions/slack/').waitFor();
  const [channel] = (await api.listChannels()).items;
  t.after(() => api.deleteChannel(channel?.id ?? ''));
  assert.deepEqual(channel?.config.approvers, ['U012AB3CD', 'U9']);

  await page.goto(`${url}/rules`);
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabel('Name').fill('Wake them');
  await dialog.getByLabel('What happens').selectOption('escalate');
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'Ops in Slack' });
  await dialog.getByLabel('After so many minutes').fill('30');
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await page.getByText('tell Ops in Slack when it still waits after 30 m').waitFor();
  const [rule] = (await api.listRules()).items;
  assert.deepEqual(rule?.outcome_params, { channel_id: channel?.id, after_s: 1800 });
  await api.updateChannel(channel?.id ?? '', { enabled: false });
  await page.reload();
  await page.getByText('tell Ops in Slack (turned off) when it still waits after 30 m').waitFor();
  await api.deleteRule(rule?.id ?? '');
});

test('one that turned itself off is told of in the inbox, and says why', async (t) => {
  const { page, url, api, ask } = here;
  status = 410;
  const { id } = await api.createChannel({ name: 'Old hook', type: 'webhook', config: { url: address } });
  t.after(async () => {
    status = 200;
    await api.deleteChannel(id);
  });
  await ask('Tell them');
  await until(async () => !(await api.getChannel(id)).enabled, 'the channel is turned off');
  await page.goto(`${url}/inbox`);
  await page.getByText('“Old hook” turned off').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Channels' }).first().click();
  await page.getByText('It was turned off').waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await sideways(page), 0, `nothing runs over at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

async function givenMail(t: TestContext): Promise<string> {
  const config = { address: 'ana@example.com' };
  const { id } = await here.api.createChannel({ name: 'Mail', type: 'email', config });
  t.after(() => here.api.deleteChannel(id));
  return id;
}

test('the page behind a mail shows what hides in a title', async (t) => {
  const { page, url, service, ask } = here;
  const channel_id = await givenMail(t);
  const { id: action_id, digest } = await ask('Run \u202egnp.exe');
  const token = await mailToken(service, { channel_id, action_id, digest });
  await page.goto(`${url}/confirm#${token}`);
  const title = page.getByRole('heading', { name: 'Run' });
  await title.locator('.code-point').getByText('U+202E').waitFor();
  assert.ok(!(await title.innerText()).includes('\u202e'));
  await page.goto(`${url}/inbox`);
});

test('the page behind a mail shows all of it, and a press decides', async (t) => {
  const { page, url, api, service, ask } = here;
  const channel_id = await givenMail(t);
  const { id: action_id, digest } = await ask('Pay the rent', { payload: { amount: 900 } });
  const token = await mailToken(service, { channel_id, action_id, digest });
  await page.goto(`${url}/confirm#${token}`);
  await page.getByRole('heading', { name: 'Pay the rent' }).waitFor();
  await page.getByText('{"amount":900}').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal((await api.getAction(action_id)).status, 'pending');
  await page.getByLabel('Reason, told to the agent (not needed)').fill('Already paid.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected by ana@example.com.').waitFor();
  assert.equal((await api.getAction(action_id)).decision?.comment, 'Already paid.');
  await page.goto(`${url}/inbox`);
});
