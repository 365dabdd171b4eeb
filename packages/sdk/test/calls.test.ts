// How the client calls: addresses, keys, retries, aborts, pages, refusals.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import {
  Conflict,
  ConnectionFailed,
  Countersign,
  CountersignError,
  type CountersignProblem,
  Forbidden,
  InvalidRequest,
  NotEditable,
  NotFound,
  type ProblemCode,
  QuotaExceeded,
  RateLimited,
  ServerFault,
  Unauthenticated,
  UnexpectedAnswer,
} from '@countersign/sdk';
import { makeSelfSigned } from '../../server/test/support/certificates.ts';
import { until } from '../../server/test/support/until.ts';
import { type Answer, answered, givenScript, type Line, refused } from './scripted-server.ts';

const page = (items: unknown[], next_cursor: string | null = null) =>
  answered({ items, has_more: next_cursor !== null, next_cursor });
const proposal = { kind: 'k', title: 't', preview: { body: 'b' } };

async function givenClient(t: TestContext, lines: readonly Line[]) {
  const script = await givenScript(t, lines);
  return { script, client: new Countersign({ baseUrl: script.url, apiKey: 'csk_key' }) };
}

describe('where the service is', () => {
  for (const end of ['', '/', '/v1', '/v1/', '//']) {
    test(`an address ending in "${end}" is the same service`, async (t) => {
      const script = await givenScript(t, [answered({ items: [] })]);
      await new Countersign({ baseUrl: `${script.url}${end}`, apiKey: 'csk_key' }).listKeys();
      assert.equal(script.seen[0]?.url, '/v1/keys');
      assert.equal(script.seen[0]?.headers.authorization, 'Bearer csk_key');
    });
  }

  test('address and key come from the environment when they are not given', async (t) => {
    const script = await givenScript(t, [answered({ items: [] })]);
    t.after(() => {
      delete process.env.COUNTERSIGN_URL;
      delete process.env.COUNTERSIGN_API_KEY;
    });
    process.env.COUNTERSIGN_URL = `${script.url}/v1`;
    process.env.COUNTERSIGN_API_KEY = 'csk_environment\n';
    await new Countersign().listKeys();
    assert.equal(script.seen[0]?.headers.authorization, 'Bearer csk_environment');
    await new Countersign({ credentials: 'same-origin' }).listKeys();
    assert.equal(script.seen[1]?.headers.authorization, undefined, 'a session needs no key, and gives none away');
  });

  for (const baseUrl of [
    'localhost:8484',
    '',
    'ftp://host',
    'https://user:secret@host',
    'https://host?x=1',
    'https://host/#x',
  ]) {
    test(`"${baseUrl}" is refused as an address`, () => {
      const isTold = (error: unknown) => error instanceof TypeError && !error.message.includes('secret');
      assert.throws(() => new Countersign({ baseUrl }), isTold);
    });
  }

  test('a key that no header can carry is refused without being repeated', () => {
    assert.throws(
      () => new Countersign({ apiKey: 'csk_se\ncret' }),
      (error) => error instanceof TypeError && !error.message.includes('cret'),
    );
  });
});

describe('what is tried again', { concurrency: true }, () => {
  const passing: Record<string, Line> = {
    'a 500': refused('internal'),
    'a proxy’s 502': { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
    'a lost connection': 'hang-up',
  };
  for (const [what, line] of Object.entries(passing)) {
    test(`${what}: what can be repeated is tried three times, what cannot only once`, async (t) => {
      const { script, client } = await givenClient(t, [line]);
      await assert.rejects(client.getAction('act_1'), CountersignError);
      assert.equal(script.seen.length, 3);
      await assert.rejects(client.decideAction('act_1', { decision: 'approve' }), CountersignError);
      assert.equal(script.seen.length, 6);
      await assert.rejects(client.createKey({ name: 'n', scopes: ['actions'] }), CountersignError);
      assert.equal(script.seen.length, 7);
      await assert.rejects(client.eraseProject(), CountersignError);
      assert.equal(script.seen.length, 8, 'an erasure goes on by itself, and another would take what came since');
    });
  }

  test('a 503 that says nothing was changed: everything is', async (t) => {
    const { script, client } = await givenClient(t, [refused('unavailable'), answered({ id: 'key_1' }, 201)]);
    assert.deepEqual(await client.createKey({ name: 'n', scopes: ['actions'] }), { id: 'key_1' });
    assert.equal(script.seen.length, 2);
  });

  for (const code of [
    'validation_failed',
    'unauthenticated',
    'not_found',
    'already_decided',
    'not_editable',
  ] as const) {
    test(`${code} is not`, async (t) => {
      const { script, client } = await givenClient(t, [refused(code)]);
      await assert.rejects(client.decideAction('act_1', { decision: 'approve' }), { code });
      assert.equal(script.seen.length, 1);
    });
  }

  test('a 429 is, after the time it names; a long one is told', async (t) => {
    const { script, client } = await givenClient(t, [refused('rate_limited', {}, 2), answered({ items: [] })]);
    const startMs = performance.now();
    await client.listKeys();
    assert.ok(performance.now() - startMs >= 1950);
    assert.equal(script.seen.length, 2);

    const slow = await givenScript(t, [refused('rate_limited', {}, 600)]);
    const refusal = new Countersign({ baseUrl: slow.url, apiKey: 'csk_key' }).listKeys();
    await assert.rejects(refusal, (error) => error instanceof RateLimited && error.retryAfter === 600);
    assert.equal(slow.seen.length, 1);
  });

  test('a create carries one idempotency key over all its attempts, and another call another', async (t) => {
    const { script, client } = await givenClient(t, ['hang-up', refused('internal'), answered({ id: 'act_1' }, 201)]);
    await client.createAction(proposal);
    await client.createAction(proposal);
    const keys = script.seen.map(({ body }) => (JSON.parse(body) as { idempotency_key: string }).idempotency_key);
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
    assert.deepEqual([keys[1], keys[2]], [keys[0], keys[0]]);
    assert.notEqual(keys[3], keys[0]);
    await client.createAction({ ...proposal, idempotency_key: 'mine' });
    await client.createAction({ ...proposal, idempotency_key: undefined } as typeof proposal);
    assert.match(script.seen[5]?.body ?? '', /"idempotency_key":"[0-9a-f]{32}"/);
    assert.equal((JSON.parse(script.seen[4]?.body ?? '') as { idempotency_key: string }).idempotency_key, 'mine');
    await client.createAction({ ...proposal, idempotency_key: '' }); // none to the service: two attempts could make two actions
    assert.match(script.seen[6]?.body ?? '', /"idempotency_key":"[0-9a-f]{32}"/);
  });

  test('what is tried again is what was asked, whatever its caller has made of the object since', async (t) => {
    const { script, client } = await givenClient(t, [
      'hang-up',
      refused('unavailable'),
      answered({ id: 'act_1' }, 201),
    ]);
    const payload = { amount: 40 };
    const calling = client.createAction({ ...proposal, payload });
    payload.amount = 9000; // for the next call, as a loop does
    await calling;
    const bodies = script.seen.map(({ body }) => (JSON.parse(body) as { payload: unknown }).payload);
    assert.deepEqual(bodies, [{ amount: 40 }, { amount: 40 }, { amount: 40 }]);
  });

  test('with retries: 0 nothing is, and a create is sent as it stands', async (t) => {
    const script = await givenScript(t, [refused('internal')]);
    await assert.rejects(new Countersign({ baseUrl: script.url, apiKey: 'k', retries: 0 }).createAction(proposal));
    assert.deepEqual(JSON.parse(script.seen[0]?.body ?? ''), proposal);
    assert.equal(script.seen.length, 1);
  });
});

describe('what stands before the service', { concurrency: true }, () => {
  const page = (status: number, retryAfter: string): Line => ({
    status,
    headers: { 'content-type': 'text/html', 'retry-after': retryAfter },
    body: '<h1>Later</h1>',
  });

  test('may turn a request away: it is made again, after the time or at the moment that was named', async (t) => {
    for (const [status, header] of [
      [429, '2'],
      [503, 3],
    ] as const) {
      const named = typeof header === 'string' ? header : new Date(Date.now() + header * 1000).toUTCString();
      const { script, client } = await givenClient(t, [page(status, named), answered({ items: [] })]);
      const startMs = performance.now();
      await client.listKeys();
      assert.ok(performance.now() - startMs >= 1900, named);
      assert.equal(script.seen.length, 2);
    }
    const { script, client } = await givenClient(t, [page(429, '0'), answered({ id: 'key_1' }, 201)]);
    await client.createKey({ name: 'n', scopes: ['actions'] });
    assert.equal(script.seen.length, 2, 'whatever it was: nobody has looked at it');
  });

  test('may have another clock than this machine: the moment it names is by that', async (t) => {
    for (const aheadS of [-600, 600]) {
      const at = (seconds: number) => new Date(Date.now() + (aheadS + seconds) * 1000).toUTCString();
      const { headers, ...rest } = page(503, at(2)) as Answer;
      const line = { ...rest, headers: { ...headers, date: at(0) } };
      const { script, client } = await givenClient(t, [line, answered({ items: [] })]);
      const startMs = performance.now();
      await client.listKeys();
      const tookMs = performance.now() - startMs;
      assert.ok(tookMs >= 1900 && tookMs < 20_000, `${tookMs} ms`);
      assert.equal(script.seen.length, 2);
    }
  });

  test('may name a time that is too long, or none: then that is told', async (t) => {
    const { script, client } = await givenClient(t, [page(503, 'Sun, 06 Nov 2094 08:49:37 GMT')]);
    await assert.rejects(client.listKeys(), UnexpectedAnswer);
    assert.equal(script.seen.length, 1);
    const { script: odd, client: other } = await givenClient(t, [page(503, 'soon')]);
    await assert.rejects(other.listKeys(), UnexpectedAnswer);
    assert.equal(odd.seen.length, 3);
  });

  test('may lead elsewhere: what to look at is said', async (t) => {
    const { client } = await givenClient(t, [{ status: 301, headers: { location: 'https://other.example/' } }]);
    await assert.rejects(client.listKeys(), /answered 301, which leads elsewhere.*https:\/\/ instead of http:\/\//);
  });
});

describe('a call that is wrong in itself', () => {
  test('is thrown as a TypeError, and nothing is sent', async (t) => {
    const { script, client } = await givenClient(t, [answered({})]);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    for (const payload of [12345678901234567890n, { n: [1n] }, circular]) {
      await assert.rejects(client.createAction({ ...proposal, payload }), TypeError);
    }
    await assert.rejects(client.createAction({ ...proposal, payload: 7n }), /new JsonText\('7'\)/);
    await assert.rejects(client.events({ lastEventId: 'ж' }).next(), TypeError);
    assert.equal(script.seen.length, 0);
  });

  for (const id of ['', '.', '..', undefined as unknown as string]) {
    test(`an id that is ${JSON.stringify(id)} is not the address of something else`, async (t) => {
      const { script, client } = await givenClient(t, [page([])]);
      for (const call of [
        () => client.getAction(id),
        () => client.waitForDecision(id),
        () => client.revokeKey(id),
        () => client.endMySession(id),
        () => client.reportResult(id, { status: 'executed' }),
      ]) {
        await assert.rejects(async () => call(), TypeError);
      }
      assert.equal(script.seen.length, 0);
    });
  }
});

describe('a signal', () => {
  test('ends a call that hangs, and a wait between attempts, with its own reason', async (t) => {
    for (const line of ['silence', refused('rate_limited', {}, 60)] as const) {
      const script = await givenScript(t, [line]);
      const ending = new AbortController();
      const call = new Countersign({ baseUrl: script.url, apiKey: 'k' }).listKeys({ signal: ending.signal });
      setTimeout(() => ending.abort(new Error('enough')), 50);
      await assert.rejects(call, { message: 'enough' });
    }
  });

  test('of a whole program has one listener, however many calls, waits and streams it ends', async (t) => {
    const lines = ['silence', refused('rate_limited', {}, 60)] as const;
    const ending = new AbortController();
    const { signal } = ending;
    const scripts = await Promise.all(lines.map((line) => givenScript(t, [line])));
    const calls = scripts.flatMap(({ url }) => {
      const client = new Countersign({ baseUrl: url, apiKey: 'k' });
      return Array.from({ length: 6 }, () => [client.listKeys({ signal }), client.events({ signal }).next()]).flat();
    });
    const ended = Promise.allSettled(calls);
    await until(() => scripts.every(({ seen }) => seen.length === 12), 'all have asked');
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    const reason = new Error('enough');
    ending.abort(reason);
    for (const outcome of await ended) assert.deepEqual(outcome, { status: 'rejected', reason });
  });

  test('has no listener any more when nothing is under way: a signal made of others is never freed while it has', async (t) => {
    const ndjson = { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: '{}\n{}\n' };
    const event = 'id: 1\nevent: reset\ndata: {}\n\n';
    const events = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: event };
    const ways: [Line, (client: Countersign, signal: AbortSignal) => Promise<unknown>][] = [
      [page([]), (client, signal) => client.listKeys({ signal })],
      ['hang-up', (client, signal) => client.listKeys({ signal })],
      [ndjson, (client, signal) => Array.fromAsync(client.exportAudit({}, { signal }))],
      ['hang-up', (client, signal) => Array.fromAsync(client.exportAudit({}, { signal }))],
      [
        ndjson,
        async (client, signal) => {
          for await (const _ of client.exportAudit({}, { signal })) break;
        },
      ],
      [
        events,
        async (client, signal) => {
          for await (const _ of client.events({ signal })) break;
        },
      ],
    ];
    for (const [line, use] of ways) {
      const script = await givenScript(t, [line]);
      const client = new Countersign({ baseUrl: script.url, apiKey: 'k', retries: 0 });
      const { signal } = new AbortController();
      const [outcome] = await Promise.allSettled([use(client, signal)]);
      assert.equal(outcome.status, line === 'hang-up' ? 'rejected' : 'fulfilled');
      assert.deepEqual(getEventListeners(signal, 'abort'), [], use.toString());
    }
  });

  test('that is aborted already sends nothing', async (t) => {
    const script = await givenScript(t, [answered({})]);
    const client = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    await assert.rejects(client.listKeys({ signal: AbortSignal.abort(new Error('no')) }), { message: 'no' });
    assert.equal(script.seen.length, 0);
  });

  test('ends a list between its pages', async (t) => {
    const script = await givenScript(t, [page([1, 2], 'c')]);
    const ending = new AbortController();
    const client = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    await assert.rejects(async () => {
      for await (const _ of client.listActions({}, { signal: ending.signal })) ending.abort(new Error('enough'));
    }, /enough/);
    assert.equal(script.seen.length, 1);
  });
});

test('a call that gets no answer ends by itself', async (t) => {
  const script = await givenScript(t, ['silence']);
  const real = globalThis.setTimeout;
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number, ...args: []) =>
    real(run, ms === 30_000 ? 30 : ms, ...args),
  );
  const client = new Countersign({ baseUrl: script.url, apiKey: 'k', retries: 0 });
  await assert.rejects(
    client.listKeys(),
    (error) => error instanceof ConnectionFailed && /in time/.test(error.message),
  );
});

describe('a list', () => {
  const pages = [page([{ id: 'a' }, { id: 'b' }], 'next'), page([{ id: 'c' }])];

  test('awaited is one page', async (t) => {
    const script = await givenScript(t, pages);
    const client = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    assert.deepEqual((await client.listActions({ status: 'pending', q: 'a b' })).next_cursor, 'next');
    assert.equal(script.seen[0]?.url, '/v1/actions?status=pending&q=a+b');
    assert.equal(script.seen.length, 1);
  });

  test('in a loop is every item, page by page, as far as the loop goes', async (t) => {
    const script = await givenScript(t, pages);
    const client = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    const ids = await Array.fromAsync(client.listActions({ limit: 2 }), ({ id }) => id);
    assert.deepEqual(ids, ['a', 'b', 'c']);
    assert.equal(script.seen[1]?.url, '/v1/actions?limit=2&cursor=next');

    const again = await givenScript(t, pages);
    for await (const _ of new Countersign({ baseUrl: again.url, apiKey: 'k' }).listActions()) break;
    assert.equal(again.seen.length, 1);
  });

  test('goes on with what was asked, whatever its caller asks with the same object since', async (t) => {
    const script = await givenScript(t, pages);
    const filter = { status: 'pending' as 'pending' | 'approved' };
    const list = new Countersign({ baseUrl: script.url, apiKey: 'k' }).listActions(filter);
    filter.status = 'approved';
    await Array.fromAsync(list);
    assert.equal(script.seen[1]?.url, '/v1/actions?status=pending&cursor=next');
  });

  test('that fails throws into the loop', async (t) => {
    const script = await givenScript(t, [refused('unauthenticated')]);
    const list = new Countersign({ baseUrl: script.url, apiKey: 'k' }).listActions();
    await assert.rejects(Array.fromAsync(list), Unauthenticated);
  });
});

describe('a refusal', { concurrency: true }, () => {
  const families: readonly [ProblemCode, new (...args: never[]) => CountersignProblem][] = [
    ['validation_failed', InvalidRequest],
    ['too_large', InvalidRequest],
    ['unauthenticated', Unauthenticated],
    ['quota_exceeded', QuotaExceeded],
    ['people_only', Forbidden],
    ['not_found', NotFound],
    ['expired', Conflict],
    ['not_editable', NotEditable],
    ['rate_limited', RateLimited],
    ['internal', ServerFault],
  ];
  for (const [code, family] of families) {
    test(`${code} is thrown as ${family.name}, with code, status and request id`, async (t) => {
      const { client } = await givenClient(t, [refused(code, { current_status: 'expired' })]);
      await assert.rejects(client.getAction('act_1'), (error) => {
        assert.ok(error instanceof family && error instanceof CountersignError);
        assert.equal(error.name, family.name);
        assert.equal(error.code, code);
        assert.equal(error.requestId, 'req_1');
        assert.deepEqual(error.issues, []);
        if (error instanceof Conflict) assert.equal(error.currentStatus, 'expired');
        return true;
      });
    });
  }

  test('names what is to be mended: the key that is missing or wrong, the address that is nothing', async (t) => {
    const detail = 'Sign in, or send a valid key.';
    const { client, script } = await givenClient(t, [refused('unauthenticated', { detail }), refused('not_found')]);
    await assert.rejects(client.listKeys(), /^Unauthenticated: The API key is mistyped/);
    const lost = `${script.url}/v1/actions/act_1`;
    await assert.rejects(client.getAction('act_1', { wait: 1 }), { name: 'NotFound', message: `Not found: ${lost}` });
    const { url } = await givenScript(t, [refused('unauthenticated', { detail })]);
    await assert.rejects(new Countersign({ baseUrl: url }).listKeys(), /COUNTERSIGN_API_KEY/);
    const session = new Countersign({ baseUrl: url, credentials: 'same-origin' });
    await assert.rejects(session.listKeys(), { message: detail });
  });

  test('of a body names what is wrong with it', async (t) => {
    const issues = [{ path: 'title', message: 'must not be empty' }];
    const { client } = await givenClient(t, [refused('validation_failed', { issues })]);
    await assert.rejects(client.createAction(proposal), (error) => {
      assert.ok(error instanceof InvalidRequest);
      assert.deepEqual(error.issues, issues);
      assert.match(error.message, /title must not be empty/);
      return true;
    });
  });

  test('from something that is no Countersign server says so', async (t) => {
    const { client } = await givenClient(t, [{ status: 404, headers: { 'content-type': 'text/html' }, body: '<p>' }]);
    await assert.rejects(client.listKeys(), (error) => error instanceof UnexpectedAnswer && error.status === 404);
    const { client: other } = await givenClient(t, [{ status: 200, body: '<!doctype html>' }]);
    await assert.rejects(other.listKeys(), UnexpectedAnswer);
    const { client: moved } = await givenClient(t, [{ status: 301, headers: { location: 'http://127.0.0.1:1/' } }]);
    await assert.rejects(moved.listKeys(), (error) => error instanceof UnexpectedAnswer && error.status === 301);
  });

  for (const body of ['null', '[]', '"ok"', '{"status":"maintenance"}', '']) {
    test(`and so does an answer of its own making: ${body || 'none'}`, async (t) => {
      const { client, script } = await givenClient(t, [{ status: body ? 200 : 204, body }]);
      const calls = {
        create: () => client.createAction(proposal),
        list: () => client.listActions(),
        wait: () => client.waitForDecision('act_1'),
        decide: () => client.decideAction('act_1', { decision: 'approve' }),
        claim: () => client.claimAction('act_1'),
        report: () => client.reportResult('act_1', { status: 'executed' }),
        project: () => client.getProject(),
        keys: () => client.listKeys(),
        'new key': () => client.createKey({ name: 'n', scopes: ['actions'] }),
        backtest: () => client.backtestRule({ rule: { name: 'n', rule_action: 'auto_approve' } }),
        audit: () => client.exportAudit().next(),
        opml: () => client.exportWatchers().next(),
        rules: () => client.listRules(),
        watchers: () => client.listWatchers(),
        presets: () => client.listWatcherPresets(),
        channels: () => client.listChannels(),
        rule: () => client.getRule('rul_1'),
        watcher: () => client.updateWatcher('wat_1', { status: 'paused' }),
      };
      for (const [name, call] of Object.entries(calls)) {
        await assert.rejects(
          async () => call(),
          (error) => error instanceof UnexpectedAnswer,
          name,
        );
      }
      assert.equal(script.seen.length, Object.keys(calls).length);
    });
  }

  test('by the address that was asked, and nothing else', async (t) => {
    const { client, script } = await givenClient(t, [answered({ status: 'maintenance' })]);
    const { origin } = new URL(script.url);
    for (const [call, path] of [
      [client.getJwks(), '/.well-known/jwks.json'],
      [client.getAction('act_1'), '/v1/actions/act_1'],
    ] as const) {
      await assert.rejects(call, (error: Error) => error.message.startsWith(`${origin}${path} answered 200 `));
    }
  });

  test('so that nothing is said to be revoked or deleted that is not', async (t) => {
    const { client } = await givenClient(t, [answered({ status: 'maintenance' }), { status: 204 }]);
    await assert.rejects(client.revokeKey('key_1'), UnexpectedAnswer);
    assert.equal(await client.revokeKey('key_1'), undefined);
  });

  test('is not taken for one of the service because it is a problem', async (t) => {
    for (const body of ['{}', 'null', '"no"', '{"title":"Not found","status":404}', '{"error":']) {
      const line = { status: 404, headers: { 'content-type': 'application/problem+json' }, body };
      const { client } = await givenClient(t, [line]);
      await assert.rejects(
        client.getAction('act_1'),
        (error) => error instanceof UnexpectedAnswer && error.status === 404,
      );
    }
  });

  test('to believe a certificate says how to make its authority known', async (t) => {
    const server = createServer(makeSelfSigned({ names: ['localhost'] }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new Countersign({ baseUrl, apiKey: 'k', retries: 0 });
    await assert.rejects(client.listKeys(), /^ConnectionFailed: .*certificate .*NODE_EXTRA_CA_CERTS/);
  });

  test('to connect says that nothing listens there', async () => {
    const stops: (() => void)[] = [];
    const { url } = await givenScript({ after: (stop) => void stops.push(stop) }, ['silence']);
    for (const stop of stops) stop();
    const client = new Countersign({ baseUrl: url, apiKey: 'k', retries: 0 });
    await assert.rejects(client.listKeys(), (error) => {
      assert.ok(error instanceof ConnectionFailed);
      assert.equal(error.message, `${url} could not be reached: nothing listens there. Is the server running?`);
      return true;
    });
  });

  test('to connect says so of the proxy where that is what is not there', () => {
    const refused = { code: 'ECONNREFUSED', address: '127.0.0.1', port: 3128 };
    const faults: [string, object, string | undefined][] = [
      ['http://localhost:8484', refused, '127.0.0.1:3128'],
      ['https://approve.example', { code: 'ECONNREFUSED', errors: [refused, refused] }, '127.0.0.1:3128'],
      ['https://approve.example', { code: 'ENOTFOUND', hostname: 'proxy.example' }, 'proxy.example'],
      ['http://localhost:3128', refused, undefined],
      ['https://approve.example', { ...refused, port: 443 }, undefined],
      ['https://Approve.example', { code: 'ENOTFOUND', hostname: 'approve.example' }, undefined],
    ];
    for (const [origin, fault, proxy] of faults) {
      const failed = new ConnectionFailed(origin, new TypeError('fetch failed', { cause: fault }));
      assert.equal(failed.proxy, proxy, JSON.stringify(fault));
      if (proxy !== undefined)
        assert.ok(failed.message.endsWith(`there is nothing at ${proxy}, the proxy on the way.`));
    }
  });
});
