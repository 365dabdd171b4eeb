// Search finds exactly what is there: before and after indexing, rare and common, on every page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import { makeIndexer } from '../../src/features/actions/searching/index-actions.ts';
import { searchActions } from '../../src/features/actions/searching/search.ts';
import { clientOf, givenService, proposal } from '../support/given.ts';
import type { Service } from '../support/start-service.ts';

const WORDS = [
  'refund',
  'Order',
  'PAYMENT',
  'straße',
  'naïve',
  'übung',
  '100%',
  'a_b',
  'x"y',
  "it's",
  'Σίσυφος',
  '漢字仮名',
];

async function indexAll(service: Service): Promise<void> {
  const indexActions = makeIndexer();
  while ((await indexActions(service.running.app)) === 0);
}

async function foundBy(client: Countersign, q: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of client.listActions({ q, limit })) ids.push(id);
  return ids;
}

test('others have their turn while one search looks through the largest texts', async (t) => {
  const { service, admin } = await givenService(t);
  for (let n = 0; n < 10; n++) await admin.createAction(proposal({ preview: { body: '漢'.repeat(260_000) } }));
  let turns = 0;
  const beat = () => {
    turns++;
    beating = setImmediate(beat);
  };
  let beating = setImmediate(beat);
  const { id: project_id } = await admin.getProject();
  turns = 0;
  const { matches } = await searchActions(service.running.app, { project_id }, 'nowhere', { now: 0, wanted: 10 });
  clearImmediate(beating);
  assert.deepEqual(matches, []);
  assert.ok(turns >= 4, `${turns} turns`);
});

test('what was just created is found at once, and still found when it is indexed', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal({ title: 'Zanzibar' }));
  assert.deepEqual(await foundBy(admin, 'anziba', 10), [id]);
  await indexAll(service);
  assert.deepEqual(await foundBy(admin, 'anziba', 10), [id]);
});

test('every text is found in every action that has it, and in no other, page by page', async (t) => {
  const { service, admin } = await givenService(t, { environment: { RATE_LIMIT_LIST: '0' } });
  const { adminKey } = await service.newProject('Other');
  const texts = new Map<string, string>();
  const pick = (n: number) => WORDS[n % WORDS.length] ?? '';
  for (let n = 0; n < 700; n++) {
    const title = `${pick(n * 7)} ${pick(n * 5 + 1)} ${n % 97 === 0 ? 'needle' : n}`;
    const body = n % 2 ? `${pick(n)}\n${pick(n + 3)}` : 'nothing';
    const { id } = await admin.createAction(proposal({ title, kind: `k${n % 5}`, preview: { body } }));
    texts.set(id, [title, `k${n % 5}`, body].map((text) => text.toUpperCase()).join('\u0000'));
    if (n % 50 === 0) await clientOf(service, adminKey).createAction(proposal({ title: 'needle of another project' }));
    if (n === 400) await indexAll(service); // the rest may or may not be indexed yet
  }
  const queries = [
    ...WORDS,
    'needle',
    'eedl',
    'n',
    'k3',
    'ß',
    'SS',
    'refund ORDER',
    'e n',
    'nothing',
    'not there',
    '%',
    '_',
    'σίσυφος',
    '字仮',
  ];
  for (const q of queries) {
    const expected = [...texts]
      .filter(([, text]) => text.includes(q.toUpperCase()))
      .map(([id]) => id)
      .toReversed();
    assert.deepEqual(await foundBy(admin, q, 50), expected, q);
  }
  assert.deepEqual((await foundBy(admin, 'needle', 1)).length, 8);
});

test('a letter is found in either case: ẞ, İ and the sign for kelvin too', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal({ title: 'STRAẞE in İstanbul, 300 \u212a' }));
  const queries = ['straße', 'strasse', 'STRASSE', 'straẞe', 'i\u0307stanbul', 'İSTANBUL', '300 k', '300 K'];
  for (const q of queries) assert.deepEqual(await foundBy(admin, q, 10), [id], `${q}, not indexed`);
  await indexAll(service);
  for (const q of queries) assert.deepEqual(await foundBy(admin, q, 10), [id], q);
});

test('search obeys the other filters', async (t) => {
  const { service, admin } = await givenService(t);
  const one = await admin.createAction(proposal({ title: 'quokka', kind: 'a' }));
  const two = await admin.createAction(proposal({ title: 'quokka', kind: 'b' }));
  await admin.decideAction(one.id, { decision: 'reject' });
  await indexAll(service);
  const idsOf = async (query: object) => (await admin.listActions({ q: 'quokka', ...query })).items.map(({ id }) => id);
  assert.deepEqual(await idsOf({ kind: 'a' }), [one.id]);
  assert.deepEqual(await idsOf({ status: 'pending' }), [two.id]);
  assert.deepEqual(await idsOf({ status: 'rejected', kind: 'b' }), []);
});

test('an action created while the clock was set back is found too', async (t) => {
  const { service, admin } = await givenService(t);
  await admin.createAction(proposal({ title: 'from the future' }));
  await indexAll(service);
  await service.restart();
  service.wind(-86_400);
  const client = clientOf(service, service.adminKey);
  const { id } = await client.createAction(proposal({ title: 'Xylophone' }));
  await indexAll(service);
  for (let n = 0; n < 250; n++) await client.createAction(proposal({ title: `filler ${n}` }));
  await indexAll(service);
  assert.deepEqual(await foundBy(client, 'xylophone', 10), [id]);
});
