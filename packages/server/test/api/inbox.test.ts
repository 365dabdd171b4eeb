// The inbox as a list: its order, splits, counts and warnings; and one action as a reviewer sees it.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import type {
  ActionCreate,
  InboxAction,
  InboxCounts,
  InboxPage,
  InboxRow,
  SplitCount,
  TimelineItem,
} from '@countersign/contract';
import { compareUrgency } from '@countersign/contract/shown/inbox-order';
import { createInside } from '../../src/features/actions/create-action.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { cursorAt } from '../../src/storage/page.ts';
import { type Given, givenAgent, givenService, proposal } from '../support/given.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { givenReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

const MIXED = 'Pay раypal.com'; // Cyrillic р and а

const list = (person: Browser, query = '') => person.ask<InboxPage>('GET', `/inbox${query}`);
const titles = (page: InboxPage) => page.items.map(({ title }) => title);

async function given(t: Parameters<typeof givenService>[0]) {
  const all = await givenService(t);
  return { ...all, sam: await givenPerson(all.service, 'reviewer', { name: 'Sam' }) };
}

/** The server's own mark: nothing an agent sends can set it. */
async function markExternal({ service }: Given, id: string): Promise<void> {
  await inTransaction(service.running.app, (tx) =>
    tx.q.updateTable('actions').set({ untrusted: 1 }).where('id', '=', id).execute(),
  );
}

describe('the order of the inbox', () => {
  test('is the more urgent first, and warnings first among the equally urgent', async (t) => {
    const { admin, sam } = await given(t);
    const wanted: [title: string, expires_in: number][] = [
      [`${MIXED} soon`, 3000],
      ['first of the hour', 600],
      ['second of the hour', 3500],
      [`${MIXED} today`, 80_000],
      ['first of the day', 7200],
      ['second of the day', 86_000],
      [`${MIXED} later`, 2_000_000],
      ['first of the rest', 90_000],
      ['second of the rest', 1_000_000],
    ];
    for (const [title, expires_in] of wanted.toReversed()) await admin.createAction(proposal({ title, expires_in }));
    const page = await list(sam);
    assert.deepEqual(
      titles(page),
      wanted.map(([title]) => title),
    );
    assert.deepEqual([page.total, page.has_more, page.next_cursor], [9, false, null]);
    const { server_time } = await sam.ask<{ server_time: number }>('GET', '/session');
    assert.deepEqual(page.items.toSorted(compareUrgency(server_time)), page.items, 'the page sorts as the server does');
  });

  test('pages neither skip nor repeat, in every order, while others come and go', async (t) => {
    const { admin, sam, service } = await given(t);
    for (let n = 0; n < 60; n++) {
      const title = n % 3 === 0 ? `${MIXED} ${n}` : `Plain ${n}`;
      await admin.createAction(proposal({ title, kind: `kind.${n % 4}`, expires_in: 300 + ((n * 7919) % 200_000) }));
    }
    for (const sort of ['expires_at', 'newest', 'oldest', 'kind']) {
      const whole = await list(sam, `?sort=${sort}&limit=200`);
      assert.equal(whole.items.length, whole.total);
      const seen: string[] = [];
      for (let query = ''; ; ) {
        const page: InboxPage = await list(sam, `?sort=${sort}&limit=7${query}`);
        seen.push(...page.items.map(({ id }) => id));
        if (!page.has_more) break;
        query = `&cursor=${page.next_cursor}`;
        if (seen.length === 21) service.wind(30); // no row changes its place because time goes by
      }
      const stillThere = seen.filter((id) => whole.items.some((row) => row.id === id));
      assert.deepEqual(
        stillThere,
        whole.items.map(({ id }) => id).filter((id) => seen.includes(id)),
        sort,
      );
      assert.equal(new Set(seen).size, seen.length, sort);
      assert.ok(seen.length >= whole.items.length - 1, sort);
    }
    const kinds = (await list(sam, '?sort=kind&limit=200')).items.map(({ kind }) => kind);
    assert.deepEqual(kinds, kinds.toSorted());
    const newest = (await list(sam, '?sort=newest&limit=200')).items.map(({ id }) => id);
    assert.deepEqual(newest, newest.toSorted().toReversed());
  });

  test('a cursor is good only for the question it came with', async (t) => {
    const { admin, sam, service } = await given(t);
    for (let n = 0; n < 3; n++) await admin.createAction(proposal());
    const { next_cursor } = await list(sam, '?limit=1');
    const { id: project_id } = await admin.getProject();
    const asked = JSON.stringify([
      ['cursor', ''],
      ['limit', 0],
      ['sort', 'kind'],
    ]);
    const madeUp = cursorAt('0_0_act_1_AA', `inbox ${project_id} ${asked}`); // its kind is U+0000
    for (const query of [
      `?cursor=${next_cursor}&sort=kind`,
      `?cursor=${madeUp}&sort=kind`,
      `?cursor=${next_cursor}&split=urgent`,
      '?cursor=x',
      '?cursor=',
    ]) {
      assertProblem(await sam.send('GET', `/inbox${query}`), 'invalid_cursor');
    }
    const { adminKey: key } = await service.newProject('Other');
    const stranger = await givenPerson(service, 'admin', { key });
    assertProblem(await stranger.send('GET', `/inbox?cursor=${next_cursor}`), 'invalid_cursor');
    assert.equal((await list(stranger)).total, 0);
  });
});

describe('splits and counts', () => {
  test('say the same, and only what is pending', async (t) => {
    const all = await given(t);
    const { admin, sam, service } = all;
    const agent = await givenAgent(all, 'mailer');
    const make = (changes: Partial<ActionCreate>) => agent.createAction(proposal(changes));
    await make({ kind: 'mail', title: 'Urgent', expires_in: 1000 });
    await make({ kind: 'mail', title: 'Calm', expires_in: 100_000 });
    await make({ kind: '__proto__', title: MIXED, expires_in: 2000 });
    const outside = await make({ kind: 'news', title: 'From outside', expires_in: 100_000 });
    await markExternal(all, outside.id);
    const decided = await make({ kind: 'mail', title: MIXED, expires_in: 1000 });
    await admin.decideAction(decided.id, { decision: 'reject' });
    await make({ kind: 'mail', title: 'Over soon', expires_in: 300 });
    service.wind(301);

    const counts = await sam.ask<InboxCounts>('GET', '/inbox/counts');
    assert.deepEqual(
      { ...counts, by_kind: Object.entries(counts.by_kind).toSorted() },
      {
        pending: 4,
        urgent: 2,
        warnings: 1,
        external: 1,
        by_kind: [
          ['__proto__', 1],
          ['mail', 2],
          ['news', 1],
        ],
      },
    );
    const expected: Record<string, string[]> = {
      '?split=all': [MIXED, 'Urgent', 'Calm', 'From outside'],
      '?split=urgent': [MIXED, 'Urgent'],
      '?split=warnings': [MIXED],
      '?split=external': ['From outside'],
      '?kind=mail': ['Urgent', 'Calm'],
      '?kind=mail&split=urgent': ['Urgent'],
      '?flag=look_alike': [MIXED],
      '?flag=bidi': [],
      '?split=warnings&sort=newest': [MIXED],
      '?split=urgent&sort=oldest': ['Urgent', MIXED],
      '?split=external&sort=kind': ['From outside'],
    };
    for (const [query, found] of Object.entries(expected)) {
      const page = await list(sam, query);
      assert.deepEqual([titles(page), page.total], [found, found.length], query);
    }
  });

  test('count without what I snoozed, of which colleagues see and count all', async (t) => {
    const all = await given(t);
    const { admin, sam, service } = all;
    const agent = await givenAgent(all, 'mailer');
    const urgent = await agent.createAction(proposal({ kind: 'mail', title: MIXED, expires_in: 3000 }));
    const outside = await agent.createAction(proposal({ kind: 'news', expires_in: 100_000 }));
    await markExternal(all, outside.id);
    await agent.createAction(proposal({ kind: 'mail', expires_in: 100_000 }));
    const countsOf = (person: Browser) => person.ask<InboxCounts>('GET', '/inbox/counts');
    const everything = { pending: 3, urgent: 1, warnings: 1, external: 1, by_kind: { mail: 2, news: 1 } };
    assert.deepEqual(await countsOf(sam), everything);
    for (const { id, created_at } of [urgent, outside])
      await sam.ask('POST', `/actions/${id}/snooze`, { until: created_at + 600 });
    assert.deepEqual(await countsOf(sam), { pending: 1, urgent: 0, warnings: 0, external: 0, by_kind: { mail: 1 } });
    assert.deepEqual(await countsOf(await givenPerson(all.service, 'viewer')), everything);
    await admin.decideAction(outside.id, { decision: 'reject' });
    service.wind(601);
    const again = { pending: 2, urgent: 1, warnings: 1, external: 0, by_kind: { mail: 2 } };
    assert.deepEqual(await countsOf(sam), again, 'it has slept long enough');
    await sam.ask('POST', `/actions/${urgent.id}/snooze`, { until: urgent.created_at + 1200 });
    await sam.ask('DELETE', `/actions/${urgent.id}/snooze`);
    assert.deepEqual(await countsOf(sam), again);
  });

  test('of one’s own count what their list would show, up to a bound, and nobody else’s', async (t) => {
    const all = await given(t);
    const { admin, sam } = all;
    const agent = await givenAgent(all, 'mailer');
    for (let n = 0; n < 100; n++) await admin.createAction(proposal({ kind: 'noise', title: `Noise ${n}` }));
    const [one, two] = [
      await agent.createAction(proposal({ kind: 'mail', title: 'Refund ACME' })),
      await agent.createAction(proposal({ kind: 'mail', title: 'Refund Globex' })),
    ];
    await agent.createAction(proposal({ kind: 'noise', title: `${MIXED}, a refund` }));
    const countsOf = async (person: Browser) => {
      const { items } = await person.ask<{ items: SplitCount[] }>('GET', '/inbox/splits');
      return items.map(({ name, count, more }) => `${name} ${count}${more ? '+' : ''}`);
    };
    assert.deepEqual(await countsOf(sam), []);
    await sam.ask('PATCH', '/me', {
      splits: [
        { name: 'mail', kind: 'mail' },
        { name: 'noise', kind: 'noise' },
        { name: 'his', created_by: one.created_by.id },
        { name: 'odd', flag: 'look_alike' },
        { name: 'refunds', q: 'REFUND' },
        { name: 'calm refunds', q: 'refund', kind: 'mail' },
        { name: 'all that is noisy', q: 'noise' },
        { name: 'none', flag: 'no such flag' },
      ],
    });
    const counted = (mail: number) => [
      `mail ${mail}`,
      'noise 99+',
      `his ${mail + 1}`,
      'odd 1',
      `refunds ${mail + 1}`,
      `calm refunds ${mail}`,
      'all that is noisy 99+',
      'none 0',
    ];
    assert.deepEqual(await countsOf(sam), counted(2));
    await sam.ask('POST', `/actions/${one.id}/decision-hold`, { decision: 'approve', digest: one.digest, seconds: 30 });
    assert.deepEqual(await countsOf(sam), counted(1), 'what I am about to decide waits for me no more');
    await sam.ask('DELETE', `/actions/${one.id}/decision-hold`);
    await sam.ask('POST', `/actions/${two.id}/snooze`, { until: two.created_at + 600 });
    assert.deepEqual(await countsOf(sam), counted(1), 'nor does what I want to see later');
    await admin.decideAction(one.id, { decision: 'reject' });
    assert.deepEqual(await countsOf(sam), counted(0));
    assert.deepEqual(await countsOf(await givenPerson(all.service, 'viewer')), []);
  });

  test('by whom it was asked, and by its text', async (t) => {
    const all = await given(t);
    const { admin, sam } = all;
    const agent = await givenAgent(all);
    for (let n = 0; n < 30; n++) await admin.createAction(proposal({ title: `Noise ${n}` }));
    const mine = await agent.createAction(proposal({ title: 'Refund ACME', preview: { body: 'Straße 5' } }));
    const by = await list(sam, `?created_by=${mine.created_by.id}&limit=5`);
    assert.deepEqual([titles(by), by.total], [['Refund ACME'], undefined]);
    assert.deepEqual(titles(await list(sam, '?q=acme')), ['Refund ACME']);
    assert.deepEqual(titles(await list(sam, '?q=STRASSE&kind=other')), []);
    assert.deepEqual(titles(await list(sam, '?q=straße&kind=test')), ['Refund ACME']);
    const found: string[] = [];
    for (let query = '?q=noise&limit=10'; ; ) {
      const page = await list(sam, query);
      found.push(...titles(page));
      if (!page.has_more) break;
      query = `?q=noise&limit=10&cursor=${page.next_cursor}`;
    }
    assert.equal(new Set(found).size, 30);
    await admin.decideAction(mine.id, { decision: 'approve' });
    assert.deepEqual(titles(await list(sam, '?q=acme')), []);
  });
});

describe('a row', () => {
  test('is light, and names what is not in it', async (t) => {
    const { admin, sam } = await given(t);
    const body = `# Hello\n\n**Dear** [Dana](https://x.example), ${'a long story. '.repeat(1000)}`;
    const payload = { text: 'x'.repeat(10_000) };
    const made = await admin.createAction(
      proposal({
        title: MIXED,
        preview: { format: 'markdown', body },
        payload,
        editable: ['title'],
        undo: 'Ring them.',
      }),
    );
    const { text } = await sam.send('GET', '/inbox');
    assert.ok(text.length < 1500, `${text.length} bytes`);
    const [row] = (JSON.parse(text) as InboxPage).items;
    assert.partialDeepStrictEqual(row, {
      id: made.id,
      title: MIXED,
      digest: made.digest,
      editable: ['title'],
      flags: ['look_alike'],
      untrusted: false,
      step_up: false,
      must_read: false,
      approvals: { required: 1, given: 0 },
      payload_bytes: Buffer.byteLength(JSON.stringify(payload)),
      created_by: made.created_by,
      looking: [],
    });
    assert.equal(row?.snippet.slice(0, 32), 'Hello Dear Dana, a long story. a');
    assert.equal([...(row?.snippet ?? '')].length, 160);
  });

  test('says what must be read to the end', async (t) => {
    const { admin, sam } = await given(t);
    await admin.updateProject({ settings: { must_read_kinds: ['payment.*', 'db.?rop'] } });
    for (const kind of ['payment.send', 'db.drop', 'mail']) await admin.createAction(proposal({ kind }));
    const rows = (await list(sam, '?sort=oldest')).items.map(({ kind, must_read }) => [kind, must_read]);
    assert.deepEqual(rows, [
      ['payment.send', true],
      ['db.drop', true],
      ['mail', false],
    ]);
  });

  test('of a patch shows which files it changes', async (t) => {
    const { admin, sam } = await given(t);
    const body = '--- a/src/page.ts\n+++ b/src/page.ts\n@@ -1,2 +1,3 @@\n one\n-two\n+too\n+three\n';
    await admin.createAction(proposal({ preview: { format: 'diff', body } }));
    assert.partialDeepStrictEqual((await list(sam)).items[0], { snippet: 'src/page.ts +2 −1', flags: [] });
  });
});

describe('one action', () => {
  test('is everything but the payload, which is named by size and digest and opened by itself', async (t) => {
    const { service, admin } = await givenService(t);
    const sam = await givenPerson(service, 'viewer');
    const payload = '{"amount":12345678901234567890,"to":{"iban":"DE89"}}';
    const body = `{"kind":"payment.send","title":"Pay","preview":{"body":"Pay 10."},"payload":${payload},"editable":["payload.amount","payload.to.iban","payload.nothing","preview.body"],"idempotent":false}`;
    const made = await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body });
    const { id } = JSON.parse(made.text) as { id: string };
    const answer = await sam.send('GET', `/inbox/${id}`);
    assert.equal(answer.text.includes('"payload"'), false);
    const action = JSON.parse(answer.text) as InboxAction;
    assert.partialDeepStrictEqual(action, {
      id,
      status: 'pending',
      preview: { format: 'plain', body: 'Pay 10.' },
      idempotent: false,
      payload_bytes: payload.length,
      payload_sha256: hash('sha256', payload, 'hex'),
      reveal_payload: true,
      editable_values: { 'payload.amount': '12345678901234567890', 'payload.to.iban': '"DE89"' },
      decision: null,
      webhook_delivery: null,
      result: null,
    });
    assert.deepEqual(Object.keys(action.editable_values), ['payload.amount', 'payload.to.iban']);
    await admin.decideAction(id, { decision: 'approve' });
    const { approvals } = await sam.ask<InboxAction>('GET', `/inbox/${id}`);
    assert.deepEqual(approvals, (await admin.getAction(id)).approvals);
    assert.equal((await sam.send('GET', `/inbox/${id}/payload`)).text, payload);

    await admin.updateProject({ settings: { reveal_payload: false } });
    assertProblem(await sam.send('GET', `/inbox/${id}/payload`), 'not_found');
    assert.equal((await sam.ask<InboxAction>('GET', `/inbox/${id}`)).reveal_payload, false);
    const { id: bare } = await admin.createAction(proposal());
    await admin.updateProject({ settings: { reveal_payload: true } });
    assertProblem(await sam.send('GET', `/inbox/${bare}/payload`), 'not_found');
  });

  test('decided, it says how', async (t) => {
    const { admin, sam } = await given(t);
    const { id } = await admin.createAction(proposal());
    await sam.ask('POST', `/actions/${id}/decision`, { decision: 'reject' });
    const action = await sam.ask<InboxAction>('GET', `/inbox/${id}`);
    assert.partialDeepStrictEqual(action, { status: 'rejected', decision: { decided_by: { name: 'Sam' } } });
  });
});

test('an action that looks like one that waits, and differs, says so and names it', async (t) => {
  const { admin, sam } = await given(t);
  const plain = { title: 'Café Nord', preview: { format: 'plain' as const, body: 'Pay 10 to Ana' } };
  const flagsOf = async (more: Partial<ActionCreate>) => {
    const { id } = await admin.createAction(proposal({ ...plain, ...more }));
    const shown = await sam.ask<InboxAction>('GET', `/inbox/${id}`);
    return { id, near: shown.flags.includes('near_duplicate'), like: shown.looks_like };
  };
  const first = await flagsOf({});
  assert.deepEqual([first.near, first.like], [false, undefined]);
  assert.equal((await flagsOf({ payload: { other: 1 } })).near, false, 'the same words are no trick');
  assert.equal((await flagsOf({ title: 'Café Süd' })).near, false);
  assert.equal((await flagsOf({ preview: { ...plain.preview, body: 'Pay 11 to Ana' } })).near, false);
  const tricks: Partial<ActionCreate>[] = [
    { title: 'Cafe\u0301 Nord' },
    { title: 'Café\u200d Nord' },
    { title: 'Сafé Nord' }, // a Cyrillic С
    { preview: { ...plain.preview, format: 'markdown' } },
    { preview: { ...plain.preview, body: 'Pay 10 to Ana\n' } },
    { preview: { ...plain.preview, body: 'Pay\u00a010 to Ana' } },
  ];
  const ids: string[] = [];
  for (const trick of tricks) {
    const { id, near, like } = await flagsOf(trick);
    assert.deepEqual([near, typeof like], [true, 'string'], JSON.stringify(trick));
    ids.push(id);
  }
  const { items } = await list(sam, '?flag=near_duplicate');
  assert.deepEqual(items.map(({ id }) => id).toSorted(), ids.toSorted());
  const rest = await list(sam, '?limit=200');
  for (const { id } of rest.items) await admin.decideAction(id, { decision: 'reject' });
  assert.equal(
    (await flagsOf({ title: 'Cafe\u0301 Nord', payload: { again: 1 } })).near,
    false,
    'nothing waits any more',
  );
});

test('of two that look alike and come in one moment, the second says so', async (t) => {
  const { service, admin, sam } = await given(t);
  const { app } = service.running;
  const creator = { type: 'key', id: 'key_other', name: 'Other', project_id: (await admin.getProject()).id } as const;
  const origin = { creator, slot: 'same other', untrusted: false, color: null };
  const plain = { kind: 'pay', preview: { body: 'Pay 10 to Ana' } };
  const other = async (tx: Tx) => {
    await createInside(tx, app, origin, { ...plain, title: 'Café Nord', payload: undefined });
  };
  const { id } = await overtakenBy(service, other, () => admin.createAction({ ...plain, title: 'Сafé Nord' })); // a Cyrillic С
  const { flags } = await sam.ask<InboxAction>('GET', `/inbox/${id}`);
  assert.ok(flags.includes('near_duplicate'));
});

test('the timeline tells the whole story, in order, to every role', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const [sam, vi] = [await givenPerson(service, 'reviewer', { name: 'Sam' }), await givenPerson(service, 'viewer')];
  const hook = await givenReceiver(t);
  const { id } = await admin.createAction(proposal({ callback_url: hook.url }));
  await sam.ask('POST', `/actions/${id}/decision`, { decision: 'approve' });
  await hook.count(1);
  await admin.reportResult(id, { status: 'executed', detail: 'done' });
  const events = async () => (await vi.ask<{ items: TimelineItem[] }>('GET', `/actions/${id}/timeline`)).items;
  const items = await until(async () => {
    const told = await events();
    return told.length >= 4 && told;
  }, 'all four are told');
  assert.deepEqual(items.map(({ event }) => event).toSorted(), [
    'action.approved',
    'action.created',
    'action.executed',
    'delivery.attempted',
  ]);
  assert.equal(items[0]?.event, 'action.created');
  const approved = items.find(({ event }) => event === 'action.approved');
  assert.deepEqual([approved?.actor?.name, approved?.channel], ['Sam', 'web']);
  assert.partialDeepStrictEqual(items.find(({ event }) => event === 'delivery.attempted')?.data, {
    attempt: 1,
    status_code: 200,
  });
});

test('rows and the timeline of another project are not found', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  const { adminKey: key } = await service.newProject('Other');
  const stranger = await givenPerson(service, 'admin', { key });
  const rows: InboxRow[] = (await list(stranger)).items;
  assert.deepEqual(rows, []);
  for (const path of [`/inbox/${id}`, `/inbox/${id}/payload`, `/actions/${id}/timeline`]) {
    assertProblem(await stranger.send('GET', path), 'not_found');
  }
});
