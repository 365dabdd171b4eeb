// The same requests to a server on SQLite and to one on PostgreSQL get the same answers, one by one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operation, operations } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import fc from 'fast-check';
import { engine } from '../support/databases.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { type Service, startService } from '../support/start-service.ts';
import { call } from '../support/wire.ts';
import { type Request, requests } from './requests.ts';

const COUNT = Number(process.env.PARITY_REQUESTS ?? 1500);
const FROZEN_MS = 1_900_000_000_000;
const UNLIMITED = { RATE_LIMIT_DECIDE: '0', RATE_LIMIT_BULK: '0', RATE_LIMIT_LIST: '0' };

/** One server, and the names we have given to the ids it made, in the order they appeared. */
interface Side {
  readonly service: Service;
  readonly ids: string[];
  /** Of the key we speak with: it is not to be revoked. */
  readonly ownKey: string;
}

async function openSide(of: 'sqlite' | 'postgres'): Promise<Side> {
  const world = fakeWorld({ frozenAtMs: FROZEN_MS });
  world.resolves('agent.example', ['93.184.216.34']);
  const service = await startService({ engine: of, world, environment: UNLIMITED });
  const { items } = await new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey }).listKeys();
  return { service, ids: [], ownKey: items[0]?.id ?? '' };
}

async function send({ service, ids, ownKey }: Side, request: Request): Promise<string> {
  const operation: Operation = operations[request.name];
  const prefix = PREFIXES.find(([path]) => operation.path.startsWith(path))?.[1] ?? 'act_';
  const wanted = ids.filter((id) => id.startsWith(prefix) && id !== ownKey);
  const id = wanted[request.pick % Math.max(1, wanted.length)] ?? 'act_none';
  const query = new URLSearchParams(request.query.map(([name, value]) => [name, value])).toString();
  const path = `${operation.path.replace('{id}', id)}${query && `?${query}`}`;
  const { status, text } = await call(operation.method, `${service.baseUrl}${path}`, {
    key: service.adminKey,
    ...(request.body === undefined ? {} : { body: JSON.stringify(withIds(request.body, wanted)) }),
  });
  return `${status} ${named(text, ids)}`;
}

const PREFIXES = [
  ['/keys', 'key_'],
  ['/reviewers', 'rev_'],
] as const;

/** A bulk decision speaks of actions there are. */
function withIds(body: unknown, known: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || !('ids' in body) || !Array.isArray(body.ids)) return body;
  return { ...body, ids: body.ids.map((_, index) => known.at(-1 - index) ?? 'act_none') };
}

/** Ids by the order of their appearance; what is random by its kind. */
function named(text: string, ids: string[]): string {
  return text
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')
    .replaceAll(/csk_[\w-]+|whsec_[\w+/=-]+|clm_\w+/g, 'secret')
    .replaceAll(/"receipt":"[^"]*"/g, '"receipt":""')
    .replaceAll(/"seq":\d+,|,"hash":"[^"]*"/g, '') // sealed in their own time
    .replaceAll(/"(webhook_delivery|attempts)":(\{[^}]*\}|\[[^\]]*\])/g, '"$1":"sent in its own time"')
    .replaceAll(/"status":"(pending|retry)","attempts"/g, '"status":"pending","attempts"')
    .replaceAll(/^id: \d{16}-.*$/gm, 'id: somewhere')
    .replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":"somewhere"')
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://here')
    .replaceAll(/#t=[\w-]{43}/g, '#t=secret')
    .replaceAll(/\b(act|key|prj|evt|dec|dlv|rev|ses|lnk|rul)_[0-9a-z]{26}\b/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `${id.slice(0, 3)} ${ids.indexOf(id)}`;
    });
}

/** An edit that is refused: whether chance makes one changes with every operation there is. */
const BY_HAND: readonly Request[] = [
  { name: 'createAction', pick: 0, query: [], body: { kind: 'k', title: 'Not to be edited', preview: { body: 'x' } } },
  { name: 'decideAction', pick: 0, query: [], body: { decision: 'approve', edited: { title: 'Edited' } } },
];

test(`${COUNT} requests made from the schemas get equal answers on both engines`, {
  skip: engine === 'sqlite',
}, async (t) => {
  const seed = Number(process.env.PARITY_SEED ?? 20_261_115);
  const sides = [await openSide('sqlite'), await openSide('postgres')] as const;
  t.after(() => Promise.all(sides.map(({ service }) => service.stop())));
  const seen = new Map<string, number>();

  const made = [...BY_HAND, ...fc.sample(requests, { seed, numRuns: COUNT })];
  for (const [step, request] of made.entries()) {
    const [one, two] = await Promise.all([send(sides[0], request), send(sides[1], request)]);
    assert.equal(one, two, `PARITY_SEED=${seed}, request ${step}: ${JSON.stringify(request)}`);
    const status = one.slice(0, 3);
    assert.notEqual(status[0], '5', one);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    // Less than any expiry in all: what the sweeps do comes in their own time, and the audit log would tell.
    if (step % 100 === 99) for (const { service } of sides) service.wind(10);
  }
  for (const status of ['200', '201', '400', '404', '409', '422'])
    assert.ok(seen.has(status), `${status} in ${[...seen]}`);
});
