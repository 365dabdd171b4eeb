// What the door lets pass where the specification is silent, and which refusal comes first when several are due.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ProblemCode } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import { proposal } from '../support/given.ts';
import { type Service, startService } from '../support/start-service.ts';
import { type Answer, assertProblem, type Call, call, dial } from '../support/wire.ts';

let service: Service;
let admin: Countersign;

before(async () => {
  service = await startService({ environment: { RATE_LIMIT_DECIDE: '0', RATE_LIMIT_BULK: '1' } });
  admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
});
after(() => service.stop());

const api = (method: string, path: string, options: Call = {}) =>
  call(method, `${service.baseUrl}${path}`, { key: service.adminKey, ...options });

/** Exactly these headers and no other, unlike fetch, which adds its own. */
async function rawly(line: string, headers: readonly string[] = [], body = ''): Promise<Answer> {
  const wire = await dial(service.baseUrl);
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  await wire.send(`${line} HTTP/1.1\r\n${['Host: x', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`);
  const answer = await wire.answer();
  wire.close();
  return answer;
}

const bearer = () => `Authorization: Bearer ${service.adminKey}`;

describe('a request without a body', () => {
  for (const [method, path] of [
    ['GET', '/actions'],
    ['POST', '/project/rotate-webhook-secret'],
  ] as const) {
    test(`${method} ${path} may say that it is JSON`, async () => {
      const answer = await api(method, path, { headers: { 'content-type': 'application/json' } });
      assert.equal(answer.status, 200, answer.text);
    });
  }

  test('is an empty object where an operation could have had one', async () => {
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'approve' });
    assert.equal((await api('POST', `/actions/${id}/claim`)).status, 200);
    const { issues } = assertProblem(await api('POST', '/actions'), 'validation_failed');
    assert.deepEqual(
      issues?.map(({ path }) => path),
      ['kind', 'title', 'preview'],
    );
  });
});

describe('an operation without a body', () => {
  test('takes {}', async () => {
    assert.equal((await api('POST', '/project/rotate-webhook-secret', { body: ' { } ' })).status, 200);
    const { id } = await admin.createKey({ name: 'spare', scopes: ['watch'] });
    assert.equal((await api('DELETE', `/keys/${id}`, { body: '{}' })).status, 204);
    assert.equal((await rawly('GET /v1/actions', [bearer()], '{}')).status, 200);
  });

  for (const body of ['{"a":1}', '[]', 'null', '""', '0']) {
    test(`refuses ${body}`, async () => {
      assertProblem(await api('POST', '/project/rotate-webhook-secret', { body }), 'validation_failed');
    });
  }
});

describe('the type of a body', () => {
  const body = () => JSON.stringify(proposal());

  test('may be left out: it is read as JSON', async () => {
    assert.equal((await rawly('POST /v1/actions', [bearer()], body())).status, 201);
  });

  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8; v=1',
  ]) {
    test(`${type} is JSON`, async () => {
      assert.equal((await api('POST', '/actions', { body: body(), headers: { 'content-type': type } })).status, 201);
    });
  }

  for (const type of [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json5',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json; v=1; charset=iso-8859-1',
  ]) {
    test(`${type} is 415`, async () => {
      const answer = await api('POST', '/actions', { body: body(), headers: { 'content-type': type } });
      assertProblem(answer, 'unsupported_media_type');
    });
  }
});

for (const scheme of ['bEaReR', 'BEARER', 'bearer', 'Bearer  ']) {
  test(`"${scheme}" is as good as Bearer`, async () => {
    const answer = await call('GET', `${service.baseUrl}/actions`, {
      headers: { authorization: `${scheme} ${service.adminKey}` },
    });
    assert.equal(answer.status, 200);
  });
}

for (const path of ['/v1/actions/', '//v1//actions', '/v1/actions///', '///v1///actions//?limit=1', '/healthz/']) {
  test(`${path} is the same as without the slashes that say nothing`, async () => {
    assert.equal((await rawly(`GET ${path}`, [bearer()])).status, 200);
  });
}

for (const path of ['/v1/actions', '/v1/keys', '/healthz', '/docs', '/v1/nothing', '/v1/actions?unknown=1']) {
  test(`HEAD ${path} answers as GET does, without the body`, async () => {
    const url = `${service.running.url}${path}`;
    const [get, head] = [
      await call('GET', url, { key: service.adminKey }),
      await call('HEAD', url, { key: service.adminKey }),
    ];
    assert.equal(head.status, get.status);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
  });
}

for (const method of ['OPTIONS', 'GET', 'POST']) {
  test(`${method} from another origin gets no CORS header`, async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const answer = await api(method, '/actions', { headers });
    assert.deepEqual(
      [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
    if (method === 'OPTIONS') assertProblem(answer, 'method_not_allowed');
  });
}

describe('query parameters', () => {
  for (const query of ['q=a&q=a', 'limit=1&limit=2', 'status=pending&q=&status=pending']) {
    test(`?${query}: a repeated one is refused`, async () => {
      const { issues } = assertProblem(await api('GET', `/actions?${query}`), 'validation_failed');
      assert.match(issues?.[0]?.message ?? '', /more than once/);
    });
  }

  for (const path of [
    '/actions?Q=a',
    '/actions??limit=1',
    '/actions?limit=1&page=2',
    '/keys?x',
    '/openapi.json?x=1',
    '/actions?__proto__=1',
  ]) {
    test(`${path}: an unknown one is refused`, async () => {
      const { issues } = assertProblem(await api('GET', path), 'validation_failed');
      assert.match(issues?.[0]?.message ?? '', /not a known parameter/);
    });
  }

  test('an unknown one is refused where there is a body, too', async () => {
    const body = JSON.stringify(proposal());
    assertProblem(await api('POST', '/actions?dry_run=1', { body }), 'validation_failed');
  });

  test('an empty q is none', async () => {
    await admin.createAction(proposal());
    const [without, empty] = [await api('GET', '/actions'), await api('GET', '/actions?q=')];
    assert.equal(empty.status, 200);
    assert.equal(empty.text, without.text);
  });

  for (const value of ['', '1.0', '1e1', '0x1', 'one', '%31%00', '99999999999999999999']) {
    test(`limit=${value} is not a whole number`, async () => {
      assertProblem(await api('GET', `/actions?limit=${value}`), 'validation_failed');
    });
  }
});

describe('of two refusals the earlier in the order is given', () => {
  const earlier = (first: ProblemCode, second: ProblemCode, request: () => Promise<Answer>) =>
    test(`${first} before ${second}`, async () => {
      assertProblem(await request(), first);
    });
  const noKey = { headers: { authorization: 'none' } };
  const givenKey = async (scope: 'actions' | 'watch') => (await admin.createKey({ name: scope, scopes: [scope] })).key;

  earlier('not_found', 'unauthenticated', () => api('GET', '/nothing', noKey));
  earlier('method_not_allowed', 'unauthenticated', () => api('PUT', '/actions', noKey));
  earlier('unauthenticated', 'insufficient_scope', () => api('GET', '/keys', noKey));
  earlier('unauthenticated', 'unsupported_media_type', () =>
    api('POST', '/actions', { body: '{', headers: { authorization: 'none', 'content-type': 'text/plain' } }),
  );
  earlier('insufficient_scope', 'malformed_json', async () =>
    api('POST', '/actions', { key: await givenKey('watch'), body: '{' }),
  );

  test('insufficient_scope before rate_limited: it takes no token and says nothing of the limit', async () => {
    const answer = await api('POST', '/actions/bulk-decision', { key: await givenKey('watch'), body: '{}' });
    assertProblem(answer, 'insufficient_scope');
    assert.equal(answer.headers.get('ratelimit'), null);
  });

  /** A key that has used up its one bulk decision of the minute. */
  const usedUp = async () => {
    const key = await givenKey('actions');
    assertProblem(await api('POST', '/actions/bulk-decision', { key, body: '{}' }), 'validation_failed');
    return key;
  };
  earlier('rate_limited', 'unsupported_media_type', async () =>
    api('POST', '/actions/bulk-decision', {
      key: await usedUp(),
      body: '{',
      headers: { 'content-type': 'text/plain' },
    }),
  );
  earlier('rate_limited', 'too_large', async () =>
    rawly('POST /v1/actions/bulk-decision', [`Authorization: Bearer ${await usedUp()}`, 'Content-Length: 5000000']),
  );

  earlier('unsupported_media_type', 'malformed_json', () =>
    api('POST', '/actions', { body: '{', headers: { 'content-type': 'text/plain' } }),
  );
  earlier('unsupported_media_type', 'validation_failed', () =>
    api('POST', '/actions?unknown=1', { body: '{}', headers: { 'content-type': 'text/plain' } }),
  );
  earlier('too_large', 'validation_failed', () =>
    rawly('POST /v1/actions?unknown=1', [bearer(), 'Content-Length: 5000000']),
  );

  earlier('validation_failed', 'not_found', () => api('GET', '/actions/act_none?unknown=1'));
  earlier('validation_failed', 'not_found', () => api('GET', '/actions/no%20id?unknown=1'));
  earlier('validation_failed', 'not_found', () => api('POST', '/actions/act_none/decision', { body: '{}' }));
  earlier('malformed_json', 'not_found', () => api('POST', '/actions/act_none/result', { body: '{' }));

  describe('where only people decide', () => {
    const decide = (id: string, body: object, headers = {}) =>
      api('POST', `/actions/${id}/decision`, { body: JSON.stringify(body), headers });
    let decided: string;
    let pending: string;

    before(async () => {
      decided = (await admin.createAction(proposal())).id;
      pending = (await admin.createAction(proposal())).id;
      await admin.decideAction(decided, { decision: 'approve' });
      await admin.updateProject({ settings: { deciders: 'people' } });
    });
    after(() => admin.updateProject({ settings: { deciders: 'anyone' } }));

    earlier('not_found', 'people_only', () => decide('act_none', { decision: 'approve' }));
    earlier('validation_failed', 'people_only', () => decide(pending, { decision: 'maybe' }));
    earlier('people_only', 'already_decided', () => decide(decided, { decision: 'approve' }));
    earlier('people_only', 'stale_digest', () => decide(pending, { decision: 'approve' }, { 'if-match': '"0"' }));
    earlier('people_only', 'not_editable', () => decide(pending, { decision: 'approve', edited: { title: 'x' } }));
  });

  const edited = { decision: 'approve', edited: { title: 'another' } };
  earlier('already_decided', 'not_editable', async () => {
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'reject' });
    return api('POST', `/actions/${id}/decision`, { body: JSON.stringify(edited) });
  });
  earlier('stale_digest', 'not_editable', async () => {
    const { id } = await admin.createAction(proposal());
    return api('POST', `/actions/${id}/decision`, { body: JSON.stringify(edited), headers: { 'if-match': '"0"' } });
  });
  earlier('expired', 'not_editable', async () => {
    const { id } = await admin.createAction(proposal({ expires_in: 300 }));
    service.wind(300);
    return api('POST', `/actions/${id}/decision`, { body: JSON.stringify(edited) });
  });
});
