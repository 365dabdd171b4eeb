// D06: whatever several callers do at once, the audit log tells each change that was acknowledged, once and with who made it,
// and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditEvent, operations } from '@countersign/contract';
import fc from 'fast-check';
import { type Given, givenService } from '../support/given.ts';
import { call } from '../support/wire.ts';

interface Told {
  readonly event: AuditEvent;
  readonly entity_id: string;
  readonly actor: string;
}

interface Caller {
  readonly id: string;
  readonly key: string;
}

interface Answered {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** What is known of the project so far: ids that earlier answers gave. */
interface Known {
  readonly actions: string[];
  readonly keys: string[];
}

interface Kind {
  readonly operation: { readonly method: string; readonly path: string };
  readonly body?: (chance: number, known: Known) => unknown;
  readonly of?: keyof Known;
  /** The changes that an answer of 2xx acknowledges. */
  readonly told: (answer: Answered, id: string) => readonly Omit<Told, 'actor'>[];
}

const pick = <T>(list: readonly T[], chance: number): T | undefined => list[chance % Math.max(1, list.length)];
const one = (event: AuditEvent, entity_id: string) => [{ event, entity_id }];

const decision = (chance: number) => ({
  decision: chance % 3 === 0 ? 'reject' : 'approve',
  ...(chance % 5 === 0 ? { edited: { [chance % 2 ? 'title' : 'nowhere']: 'Changed' } } : {}),
  ...(chance % 7 === 0 ? { channel: 'anas-phone' } : {}),
});

const KINDS: Readonly<Record<string, Kind>> = {
  create: {
    operation: operations.createAction,
    body: (chance) => ({
      kind: 'test',
      title: `Action ${chance % 40}`,
      preview: { body: 'x' },
      editable: ['title'],
      ...(chance % 2 ? { idempotency_key: `k${chance % 12}` } : {}),
      ...(chance % 3 ? { callback_url: 'https://agent.example/hook' } : {}),
      ...(chance % 11 === 0 ? { unknown: 1 } : {}),
    }),
    told: ({ status, body }) => (status === 201 ? one('action.created', body.id) : []),
  },
  decide: {
    operation: operations.decideAction,
    of: 'actions',
    body: decision,
    told: ({ body }, id) => one(body.verdict === 'approve' ? 'action.approved' : 'action.rejected', id),
  },
  bulk: {
    operation: operations.bulkDecide,
    body: (chance, { actions }) => ({
      ids: [pick(actions, chance), pick(actions, chance + 1), 'act_none'].filter((id) => id !== undefined),
      verdict: chance % 2 ? 'approve' : 'reject',
      comment: 'together',
    }),
    told: ({ body }) =>
      body.results
        .filter(({ ok }: { ok: boolean }) => ok)
        .flatMap(({ id, status }: { id: string; status: string }) => one(`action.${status}` as AuditEvent, id)),
  },
  claim: {
    operation: operations.claimAction,
    of: 'actions',
    body: () => ({ lease_s: 10 }),
    told: (_, id) => one('action.claimed', id),
  },
  report: {
    operation: operations.reportResult,
    of: 'actions',
    body: (chance) => ({ status: chance % 2 ? 'executed' : 'execute_failed', detail: 'so it went' }),
    told: ({ body }, id) => one(`action.${body.status}` as AuditEvent, id),
  },
  redeliver: {
    operation: operations.redeliverAction,
    of: 'actions',
    body: () => ({}),
    told: (_, id) => one('action.redelivered', id),
  },
  read: { operation: operations.getAction, of: 'actions', told: () => [] },
  list: { operation: operations.listActions, told: () => [] },
  createKey: {
    operation: operations.createKey,
    body: (chance) => ({ name: 'spare', scopes: chance % 3 ? ['watch'] : ['nothing'] }),
    told: ({ body }) => one('key.created', body.id),
  },
  revokeKey: { operation: operations.revokeKey, of: 'keys', told: (_, id) => one('key.revoked', id) },
  rename: {
    operation: operations.updateProject,
    body: (chance) => (chance % 2 ? { name: 'Renamed' } : { timezone: 'nowhere' }),
    told: ({ body }) => one('project.updated', body.id),
  },
};

async function send(
  { service }: Given,
  caller: Caller,
  kind: Kind,
  { chance, known }: { chance: number; known: Known },
) {
  const id = kind.of === undefined ? '' : (pick(known[kind.of], chance) ?? 'act_none');
  const body = kind.body?.(chance, known);
  const { method, path } = kind.operation;
  const response = await call(method, `${service.baseUrl}${path.replace('{id}', id)}`, {
    key: caller.key,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: Answered = { status: response.status, body: response.text === '' ? null : JSON.parse(response.text) };
  assert.ok(answer.status < 500, response.text);
  if (answer.status > 299) return [];
  if (kind === KINDS.create && answer.status === 201) known.actions.push(answer.body.id);
  if (kind === KINDS.createKey) known.keys.push(answer.body.id);
  return kind.told(answer, id).map((told) => ({ ...told, actor: caller.id }));
}

const inOrder = (told: readonly Told[]) => told.map((each) => JSON.stringify(each)).toSorted();

test('each acknowledged change has one row with its actor, and there is no other row', async (t) => {
  const given = await givenService(t);
  given.service.resolves('agent.example', ['93.184.216.34']);
  const callers: Caller[] = [];
  for (const name of ['one', 'two', 'three']) callers.push(await given.admin.createKey({ name, scopes: ['admin'] }));
  const known: Known = { actions: [], keys: [] };
  const seen = new Set<string>();
  const { reader } = given.service.running.app;
  const rowsAfter = (mark: number) =>
    reader.q
      .selectFrom('audit')
      .select(['rowid', 'event', 'entity_id', 'actor_id as actor'])
      .where('rowid', '>', mark)
      .where('actor_type', '<>', 'system')
      .orderBy('rowid')
      .execute();
  let mark = (await rowsAfter(0)).at(-1)?.rowid ?? 0;

  const step = fc.record({
    kind: fc.oneof(fc.constantFrom('create', 'decide', 'claim', 'report'), fc.constantFrom(...Object.keys(KINDS))),
    caller: fc.constantFrom(...callers),
    chance: fc.nat({ max: 10_000 }),
  });
  const rounds = fc.sample(fc.array(step, { minLength: 1, maxLength: 8 }), { seed: 20_261_115, numRuns: 120 });
  for (const [n, round] of rounds.entries()) {
    const answers = await Promise.all(
      round.map(({ kind, caller, chance }) => send(given, caller, KINDS[kind] as Kind, { chance, known })),
    );
    const rows = await rowsAfter(mark);
    mark = rows.at(-1)?.rowid ?? mark;
    const written = rows.map(({ event, entity_id, actor }) => ({ event, entity_id, actor: actor ?? '' }));
    assert.deepEqual(inOrder(written), inOrder(answers.flat()), `round ${n}: ${JSON.stringify(round)}`);
    for (const { event } of written) seen.add(event);
  }
  for (const event of ['created', 'approved', 'rejected', 'claimed', 'executed', 'execute_failed', 'redelivered']) {
    assert.ok(seen.has(`action.${event}`), event);
  }
  assert.ok(seen.has('key.revoked') && seen.has('project.updated'));
});
