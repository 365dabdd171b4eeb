// O12: who is limited is told where they stand, and nobody pays for another.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { type Answer, assertProblem, call } from '../support/wire.ts';

const LIMITS = { RATE_LIMIT_CREATE: '5', RATE_LIMIT_LIST: '6', RATE_LIMIT_DECIDE: '4', RATE_LIMIT_BULK: '3' };
const OFF = { RATE_LIMIT_CREATE: '0', RATE_LIMIT_LIST: '0', RATE_LIMIT_DECIDE: '0', RATE_LIMIT_BULK: '0' };

async function given(t: TestContext, environment: Readonly<Record<string, string>> = LIMITS): Promise<Service> {
  const service = await startService({ environment });
  t.after(() => service.stop());
  return service;
}

const api = ({ baseUrl, adminKey }: Service, method: string, path: string, body?: object, key = adminKey) =>
  call(method, `${baseUrl}${path}`, { key, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

let made = 0;
const create = (service: Service, key?: string) =>
  api(service, 'POST', '/actions', { kind: 'x', title: `Action ${made++}`, preview: { body: 'x' } }, key);

interface Standing {
  readonly policy: string | null;
  readonly left: string | undefined;
  readonly fullIn: number;
  readonly retryAfter: number | null;
}

function standing({ headers }: Answer): Standing {
  const [, left, fullIn] = /^"\w+";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  const retryAfter = headers.get('retry-after');
  return {
    policy: headers.get('ratelimit-policy'),
    left,
    fullIn: Number(fullIn),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  };
}

const NONE = { policy: null, left: undefined, fullIn: Number.NaN, retryAfter: null };

/** The clock runs on during a test, so a wait may be a little shorter. */
function assertNear(seconds: number | null, expected: number): void {
  assert.ok(seconds !== null && seconds <= expected && seconds >= expected - 3, `${seconds} is not about ${expected}`);
}

async function newKey(service: Service): Promise<string> {
  const { text } = await api(service, 'POST', '/keys', { name: 'another', scopes: ['actions'] });
  return (JSON.parse(text) as { key: string }).key;
}

async function useUp(service: Service, key?: string): Promise<void> {
  for (let count = 0; count < 5; count++) assert.equal((await create(service, key)).status, 201);
}

test('each create says how many are left and when all are back; the sixth is 429 and says when to come again', async (t) => {
  const service = await given(t);
  for (const [left, full] of [
    [4, 12],
    [3, 24],
    [2, 36],
    [1, 48],
    [0, 60],
  ] as const) {
    const answer = await create(service);
    assert.equal(answer.status, 201);
    const { fullIn, ...rest } = standing(answer);
    assert.deepEqual(rest, { policy: '"create";q=5;w=60', left: String(left), retryAfter: null });
    assertNear(fullIn, full);
  }
  const refused = await create(service);
  assertProblem(refused, 'rate_limited');
  assert.partialDeepStrictEqual(standing(refused), { policy: '"create";q=5;w=60', left: '0' });
  assertNear(standing(refused).fullIn, 60);
  assertNear(standing(refused).retryAfter, 12);
});

describe('every limited route has its own bucket and says so, in refusals as in successes', () => {
  const routes = {
    create: [5, (service: Service) => create(service)],
    list: [6, (service: Service) => api(service, 'GET', '/actions')],
    decide: [4, (service: Service) => api(service, 'POST', '/actions/act_none/decision', { decision: 'approve' })],
    bulk: [3, (service: Service) => api(service, 'POST', '/actions/bulk-decision', {})],
  } as const;
  for (const [name, [most, send]] of Object.entries(routes)) {
    test(name, async (t) => {
      const service = await given(t);
      for (let left = most - 1; left >= 0; left--) {
        const answer = await send(service);
        assert.notEqual(answer.status, 429);
        const expected = { policy: `"${name}";q=${most};w=60`, left: String(left), retryAfter: null };
        assert.partialDeepStrictEqual(standing(answer), expected);
      }
      const refused = await send(service);
      assertProblem(refused, 'rate_limited');
      assertNear(standing(refused).retryAfter, 60 / most);

      const others = Object.entries(routes).filter(([other]) => other !== name);
      for (const [, [, sendOther]] of others) assert.notEqual((await sendOther(service)).status, 429);
    });
  }
});

test('a route without a limit says nothing of one', async (t) => {
  const service = await given(t);
  for (const path of ['/actions/act_none', '/keys', '/project']) {
    assert.deepEqual(standing(await api(service, 'GET', path)), NONE);
  }
});

test('the limit is the key’s, not the project’s', async (t) => {
  const service = await given(t);
  await useUp(service);
  assertProblem(await create(service), 'rate_limited');
  await useUp(service, await newKey(service));
});

test('tokens come back evenly, one by one, and never more than a minute’s worth', async (t) => {
  const service = await given(t);
  await useUp(service);
  service.wind(8);
  const early = await create(service);
  assertProblem(early, 'rate_limited');
  assertNear(standing(early).retryAfter, 4);
  service.wind(4);
  assert.equal((await create(service)).status, 201);
  assertProblem(await create(service), 'rate_limited');
  service.wind(3600);
  await useUp(service);
  assertProblem(await create(service), 'rate_limited');
});

test('T10: at the edge of a minute nobody gets two minutes’ worth', async (t) => {
  const service = await given(t);
  await useUp(service);
  service.wind(59);
  for (let count = 0; count < 4; count++) assert.equal((await create(service)).status, 201);
  service.wind(2);
  assert.equal((await create(service)).status, 201);
  assertProblem(await create(service), 'rate_limited');
});

test('T10: a clock that is set back neither gives tokens nor locks anyone out', async (t) => {
  const service = await given(t);
  await useUp(service);
  service.wind(-600);
  const refused = await create(service);
  assertProblem(refused, 'rate_limited');
  assertNear(standing(refused).retryAfter, 12);
  service.wind(12);
  assert.equal((await create(service)).status, 201);
});

test('being refused costs nothing more', async (t) => {
  const service = await given(t);
  await useUp(service);
  for (let count = 0; count < 20; count++) assertProblem(await create(service), 'rate_limited');
  service.wind(12);
  assert.equal((await create(service)).status, 201);
});

test('a restart gives nobody a new minute', async (t) => {
  const service = await given(t);
  await useUp(service);
  await service.restart();
  assertProblem(await create(service), 'rate_limited');
  service.wind(12);
  assert.equal((await create(service)).status, 201);
});

test('a 429 creates nothing', async (t) => {
  const service = await given(t);
  await useUp(service);
  await create(service);
  const { text } = await api(service, 'GET', '/actions');
  assert.equal((JSON.parse(text) as { items: unknown[] }).items.length, 5);
});

test('0 turns a limit off, and its headers with it', async (t) => {
  const service = await given(t, OFF);
  for (let count = 0; count < 30; count++) {
    const answer = await create(service);
    assert.equal(answer.status, 201);
    assert.deepEqual(standing(answer), NONE);
  }
});
