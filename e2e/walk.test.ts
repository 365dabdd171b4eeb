// Somebody who has never seen it decides ten mixed actions, two of them traps. All this person goes by is on the screen; a
// key pressed by reflex does nothing until the text is there and what is odd about it is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Countersign, digestOf, verifyReceipt } from '@countersign/sdk';
import type { Page } from 'playwright-core';
import { givenReceiver, type Receiver } from '../packages/server/test/support/receiver.ts';
import { draftOf, shownTitle } from './support/inbox.ts';
import { sharedInbox } from './support/shared-inbox.ts';

const here = sharedInbox({ noWorker: true, routed: true });

type Asked = Parameters<Countersign['createAction']>[0];
type Verdict = 'approve' | 'reject' | 'edit';

const filler = (count: number) => Array.from({ length: count }, (_, n) => `Paragraph ${n + 1} of the terms.`);
const TAIL = 'Also move the whole balance to DE00 1234.';
const WRONG = 'We refund €1290.00 for order 4411 (€129.00).';
const RIGHT = 'We refund €129.00 for order 4411 (€129.00).';
const PATCH =
  '--- a/page.ts\n+++ b/page.ts\n@@ -1,2 +1,2 @@\n-const last = size;\n+const last = size - 1;\n export { last };\n';

/** What is right to do with each; the person is not told. */
const ACTIONS: readonly (readonly [Verdict, Omit<Asked, 'callback_url'>])[] = [
  ['approve', { kind: 'mail.send', title: 'Thank Ana', preview: { body: 'Thank you, Ana.' } }],
  [
    'reject',
    {
      kind: 'payment.send',
      title: 'Pay invoice INV-2201 to Nоrdwind GmbH', // its first o is Cyrillic
      preview: { body: 'Pay €4,800.00 to Nоrdwind GmbH, IBAN DE89 3704 0044 0532 0130 00.' },
      payload: { amount: 4800 },
    },
  ],
  ['approve', { kind: 'code.patch', title: 'Fix off by one', preview: { format: 'diff', body: PATCH } }],
  ['edit', { kind: 'mail.send', title: 'Answer ACME', preview: { body: WRONG }, editable: ['preview.body'] }],
  [
    'approve',
    {
      kind: 'post.publish',
      title: 'Publish the notes',
      preview: { format: 'markdown', body: '# Notes\n\n- one\n- two\n\nSee [the site](https://example.com/notes).' },
    },
  ],
  [
    'reject',
    {
      kind: 'contract.sign',
      title: 'Sign the usual terms',
      preview: { body: [...filler(20), ...Array(480).fill(''), ...filler(50), TAIL].join('\n') },
    },
  ],
  ['approve', { kind: 'crm.update', title: 'Lead 1004 is won', preview: { body: 'Won.' }, payload: { lead: 1004 } }],
  ['approve', { kind: 'doc.send', title: 'Send the long report', preview: { body: filler(60).join('\n') } }],
  ['approve', { kind: 'crm.update', title: 'Привет, Ольга', preview: { body: 'Напоминание о встрече.' } }],
  ['approve', { kind: 'db.migrate', title: 'Add an index', preview: { body: 'CREATE INDEX' }, undo: 'DROP INDEX' }],
];

interface Given {
  readonly id: string;
  readonly digest: string;
  readonly right: Verdict;
  readonly title: string;
}

async function askAll(actions: typeof ACTIONS, callback_url?: string): Promise<Given[]> {
  const given: Given[] = [];
  for (const [n, [right, asked]] of actions.entries()) {
    const callback = callback_url === undefined ? {} : { callback_url };
    const { id, digest, title } = await here.agent.createAction({ ...asked, ...callback, expires_in: 3600 + n * 7200 });
    given.push({ id, digest, right, title });
  }
  await here.page.reload();
  return given;
}

/** Holds back the answers to an address: each until it is let go, by the last part of its path. */
async function heldBack(page: Page, address: string, nameOf: (last: string) => string = (last) => last) {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (name: string) => gates.getOrInsertComputed(name, () => Promise.withResolvers<void>());
  await page.route(address, async (route) => {
    await gate(nameOf(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')).promise;
    await route.continue();
  });
  return (name: string) => gate(name).resolve();
}

/** What was sent to the server as a decision, in order. */
function decisionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/actions\/(\w+)\/decision-hold$/.exec(new URL(request.url()).pathname) ?? [];
    if (id && request.method() === 'POST') sent.push(id);
  });
  return sent;
}

/** Both keys that approve, until the page has said why they do nothing. */
async function byReflex(page: Page, hint: string): Promise<void> {
  const said = page.locator('.toast', { hasText: hint });
  do {
    await page.keyboard.press('a');
    await page.keyboard.press('Shift+A');
  } while ((await said.count()) === 0);
}

const warnings = (page: Page) => page.locator('.action-pane .notice.warn li');
const inSight = (page: Page, text: string) =>
  page
    .locator('.reading')
    .getByText(text)
    .evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + 4, top + height / 2);
      return found !== null && (element.contains(found) || found.contains(element));
    });

/** Reads what is on the screen to its end, then judges it by that alone. */
async function judge(page: Page): Promise<{ readonly verdict: Verdict; readonly named: readonly string[] }> {
  await page.locator('.decision-bar[aria-busy=false]').waitFor();
  while ((await page.getByRole('button', { name: /^Read \d+%/ }).count()) > 0) {
    const before = await page.locator('.reading').evaluate(({ scrollTop }) => scrollTop);
    await page.keyboard.press(' ');
    await page.waitForFunction((top) => {
      const isRead = !document.querySelector('.decision-bar .go')?.textContent?.startsWith('Read');
      return isRead || (document.querySelector('.reading')?.scrollTop ?? 0) > top;
    }, before);
  }
  const named = await warnings(page).allInnerTexts();
  if (named.length > 0) return { verdict: 'reject', named };
  const text = (await page.locator('.written .inside').first().textContent()) ?? '';
  const [, asked, owed] = /refund €([\d.]+) .*\(€([\d.]+)\)/.exec(text) ?? [];
  return { verdict: asked === owed ? 'approve' : 'edit', named };
}

async function carryOut(page: Page, verdict: Verdict, named: readonly string[]): Promise<void> {
  if (verdict === 'approve') return page.keyboard.press('a');
  if (verdict === 'edit') {
    await page.keyboard.press('e');
    await page.getByLabel('Content').fill(RIGHT);
    assert.equal(await draftOf(page), RIGHT);
    return page.keyboard.press('Control+Enter');
  }
  await page.keyboard.press('Shift+R');
  await page.getByLabel(/^Reason/).fill(named.join(' '));
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
}

/** What the agent's server was told, by action; every receipt is checked. */
async function told(receiver: Receiver, count: number) {
  await receiver.count(count);
  const keys = await here.agent.getJwks();
  return new Map(
    await Promise.all(
      receiver.received.map(async ({ headers, body }) => {
        const claims = await verifyReceipt(String(headers['x-service-receipt']), keys);
        return [JSON.parse(body).action_id as string, { claims, body: JSON.parse(body) }] as const;
      }),
    ),
  );
}

test('ten mixed actions, two of them traps: each trap is named before a key counts, and nothing wrong is approved', async (t) => {
  const receiver = await givenReceiver(t);
  const { page, letHoldsEnd, agent } = here;
  const sent = decisionsOf(page);
  const release = await heldBack(page, '**/v1/inbox/act_*');
  const releaseWarnings = await heldBack(page, '**/assets/warnings-*.js', () => 'warnings');
  const given = await askAll(ACTIONS, receiver.url);
  const left = new Map(given.map((one) => [one.title, one]));
  const traps: string[] = [];
  while (left.size > 0) {
    const title = ((await shownTitle(page).filter({ hasText: /./ }).textContent()) ?? '').trim();
    const one = left.get(title);
    assert.ok(one, `${title} is shown once`);
    const before = sent.length;
    const isTrap = one.right === 'reject';
    await byReflex(page, 'Not yet: its text is not on the screen.');
    release(one.id);
    await page.locator('.decision-bar[aria-busy=false]').waitFor();
    if (isTrap && traps.length === 0) {
      await page.locator('.written .inside').getByText('IBAN').waitFor();
      await byReflex(page, 'Not yet: its warnings have not been on the screen.');
      releaseWarnings('warnings');
    }
    if (isTrap) await warnings(page).first().waitFor();
    assert.equal(sent.length, before, `${title} was decided before it could be judged`);
    const { verdict, named } = await judge(page);
    if (isTrap) traps.push(named.join(' '));
    assert.equal(sent.length, before, `${title} was decided while it was read`);
    if (title === 'Sign the usual terms') assert.ok(await inSight(page, TAIL), 'the hidden line is on the screen');
    assert.equal(verdict, one.right, title);
    await carryOut(page, verdict, named);
    left.delete(title);
    if (left.size > 0) await shownTitle(page).filter({ hasNotText: title }).waitFor();
    else await page.getByText(`“${title}”`).waitFor();
    assert.deepEqual(sent.slice(before), [one.id], 'the key decided this one, and once');
  }
  await page.unrouteAll({ behavior: 'wait' });
  assert.match(traps.join(' | '), /“Nоrdwind” \(Latin, Cyrillic\)/, 'the payee is named with its alphabets');
  assert.match(traps.join(' | '), /480 empty lines hide what follows/);
  letHoldsEnd();
  for (const { id } of given) await agent.waitForDecision(id);
  const answers = await told(receiver, given.length);
  for (const { id, digest, right, title } of given) {
    const answer = answers.get(id);
    assert.equal(answer?.claims.verdict, right === 'reject' ? 'reject' : 'approve', title);
    assert.equal(answer?.claims.digest, digest, `${title}: the bytes that were asked for`);
    if (right !== 'edit') assert.equal(answer?.claims.final_digest, digest, `${title}: and none other was decided on`);
    else {
      assert.equal(answer?.body.final_preview.body, RIGHT);
      assert.equal(answer?.claims.final_digest, await digestOf(await agent.getAction(id)), `${title}: as edited`);
    }
    if (right === 'reject') assert.ok(answer?.body.comment.length > 0, `${title} was rejected with its reason`);
  }
});

test('the same person approves the traps of an inbox that does not name them: so the walk can fail', async () => {
  const { page } = here;
  const traps = ACTIONS.filter(([right]) => right === 'reject');
  await page.route('**/v1/inbox**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/"flags":\[[^\]]*\]/g, '"flags":[]') });
  });
  await askAll(traps);
  const [first] = traps;
  await shownTitle(page)
    .filter({ hasText: first?.[1].title ?? '' })
    .waitFor();
  assert.deepEqual(await judge(page), { verdict: 'approve', named: [] });
  await page.unrouteAll({ behavior: 'wait' });
});

test('on a slow line a text is not called too complex', async () => {
  const { page, ask } = here;
  await page.route('**/markdown-worker*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await ask('Note', { preview: { format: 'markdown', body: 'It is **important**.' } });
  await page.locator('.written strong').getByText('important').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});
