// Every refusal has one form, from whichever part of the door it comes, and tells nothing it should not.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type ProblemCode, SCOPES } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import { rawKeyOf } from '../../src/features/keys/key.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { type Answer, assertProblem, call, dial } from '../support/wire.ts';

let service: Service;
let admin: Countersign;

before(async () => {
  service = await startService();
  admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
});
after(() => service.stop());

const api = (method: string, path: string, options = {}) => call(method, `${service.baseUrl}${path}`, options);

async function rawly(bytes: string | Uint8Array): Promise<Answer> {
  const wire = await dial(service.baseUrl);
  await wire.send(bytes);
  const answer = await wire.answer();
  wire.close();
  return answer;
}

/** The bytes of a request with a key, as a raw client would write them. */
function rawRequest(line: string, headers: readonly string[] = []): string {
  const all = ['Host: localhost', `Authorization: Bearer ${service.adminKey}`, ...headers];
  return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

test('a value of a map that does not fit is not called unknown as well', async () => {
  const answer = await api('POST', '/watchers/from-preset', {
    key: service.adminKey,
    body: JSON.stringify({ preset_id: 'github-releases', params: { owner: 3, repo: 'node' }, other: 1 }),
  });
  assert.deepEqual(assertProblem(answer, 'validation_failed').issues, [
    { path: 'other', message: 'is not a known property' },
    { path: 'params.owner', message: 'must be string' },
  ]);
});

test('a bulk decision without one is told the name that a decision has everywhere else', async () => {
  const answer = await api('POST', '/actions/bulk-decision', { key: service.adminKey, body: '{"ids":["act_1"]}' });
  assert.deepEqual(assertProblem(answer, 'validation_failed').issues, [{ path: 'decision', message: 'is required' }]);
});

describe('what the router refuses', () => {
  for (const path of ['/nothing', '/v1', '/v1/nothing', '/v1/actions/act_1/nothing', '/v1/actions/%ZZ%', '/docs/x']) {
    test(`${path} is a 404 of the usual form`, async () => {
      const answer = await call('GET', `${service.running.url}${path}`, { key: service.adminKey });
      assertProblem(answer, 'not_found');
    });
  }

  test('a person who comes to nowhere gets a page, and a program that asks the API never does', async () => {
    const asked = (path: string) =>
      fetch(`${service.running.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    const types = await Promise.all(
      ['/nowhere', '/docs/x', '/v1/nothing'].map(async (path) => {
        const { status, headers } = await asked(path);
        return [path, status, headers.get('content-type')];
      }),
    );
    assert.deepEqual(types, [
      ['/nowhere', 404, 'text/html; charset=utf-8'],
      ['/docs/x', 404, 'text/html; charset=utf-8'],
      ['/v1/nothing', 404, 'application/problem+json'],
    ]);
  });

  const wrong = [
    ['PUT', '/v1/actions', 'GET, HEAD, POST'],
    ['GET', '/v1/actions/act_1/decision', 'POST'],
    ['DELETE', '/v1/actions/bulk-decision', 'POST'],
    ['OPTIONS', '/v1/keys/key_1', 'DELETE'],
    ['POST', '/healthz', 'GET, HEAD'],
  ] as const;
  for (const [method, path, allow] of wrong) {
    test(`${method} ${path} is a 405 that names ${allow}`, async () => {
      const answer = await call(method, `${service.running.url}${path}`);
      assertProblem(answer, 'method_not_allowed');
      assert.equal(answer.headers.get('allow'), allow);
    });
  }
});

describe('A01: every kind of bad key gets the same 401', () => {
  const strangers: Readonly<Record<string, (key: string) => Record<string, string> | undefined>> = {
    'no header': () => undefined,
    'an empty header': () => ({ authorization: '' }),
    'Basic credentials': (key) => ({ authorization: `Basic ${btoa(`user:${key}`)}` }),
    'the key without a scheme': (key) => ({ authorization: key }),
    'another prefix': (key) => ({ authorization: `Bearer sk_${key.slice(4)}` }),
    'a typo': (key) => ({ authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` }),
    'an unknown key with a right checksum': () => ({ authorization: `Bearer ${rawKeyOf(randomBytes(32))}` }),
    'a known prefix with another secret': (key) => ({ authorization: `Bearer ${sibling(key)}` }),
    'a space inside the key': (key) => ({ authorization: `Bearer ${key.slice(0, 20)} ${key.slice(20)}` }),
    'two keys': (key) => ({ authorization: `Bearer ${key}, Bearer ${key}` }),
    'a key in another header': (key) => ({ 'x-api-key': key }),
  };

  let expected: object;
  before(async () => {
    expected = withoutId(assertProblem(await api('GET', '/actions'), 'unauthenticated'));
  });

  function assertStranger(answer: Answer): void {
    assert.deepEqual(withoutId(assertProblem(answer, 'unauthenticated')), expected);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  }

  for (const [what, headersFor] of Object.entries(strangers)) {
    test(what, async () => {
      const headers = headersFor(service.adminKey);
      assertStranger(await api('GET', '/actions', headers ? { headers } : {}));
    });
  }

  test('a revoked key', async () => {
    const { id, key } = await admin.createKey({ name: 'short-lived', scopes: [...SCOPES] });
    assert.equal((await api('GET', '/actions', { key })).status, 200);
    await admin.revokeKey(id);
    assertStranger(await api('GET', '/actions', { key }));
  });

  for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
    test(`a key in the query as ${name}`, async () => {
      assertStranger(await api('GET', `/actions?${name}=${service.adminKey}`));
    });
  }
});

/** A key that storage would look up, and that is not the stored one. */
function sibling(key: string): string {
  const secret = Buffer.from(key.slice(4, 47), 'base64url');
  secret.writeUInt8(secret.readUInt8(31) ^ 1, 31);
  return rawKeyOf(secret);
}

function withoutId(body: object): object {
  return { ...body, request_id: '' };
}

describe('what is refused before a handler sees it', () => {
  test('a key without the scope is 403', async () => {
    const { key } = await admin.createKey({ name: 'watcher', scopes: ['watch'] });
    assertProblem(await api('GET', '/actions', { key }), 'insufficient_scope');
    assertProblem(await api('GET', '/keys', { key }), 'insufficient_scope');
  });

  test('a body over the limit is 413', async () => {
    assertProblem(await rawly(rawRequest('POST /v1/actions', ['Content-Length: 4194305'])), 'too_large');
  });

  test('a body that is not JSON by its type is 415', async () => {
    const body = { key: service.adminKey, body: '{}', headers: { 'content-type': 'text/plain' } };
    assertProblem(await api('POST', '/actions', body), 'unsupported_media_type');
  });

  for (const body of ['{', 'null{}', '{"a":1,}', "{'a':1}", '{"a":01}', '\u0000', '{"a":"\n"}', 'NaN', '[1']) {
    test(`${JSON.stringify(body)} as a body is 400 malformed_json`, async () => {
      assertProblem(await api('POST', '/actions', { key: service.adminKey, body }), 'malformed_json');
    });
  }

  for (const body of ['null', '[]', '1', '"text"', '{}']) {
    test(`${body} as a body is JSON, and 400 validation_failed`, async () => {
      const { issues } = assertProblem(
        await api('POST', '/actions', { key: service.adminKey, body }),
        'validation_failed',
      );
      assert.ok(issues && issues.length > 0);
    });
  }

  test('an address of over 8 KiB is 414', async () => {
    assertProblem(await api('GET', `/actions?q=${'a'.repeat(9000)}`, { key: service.adminKey }), 'uri_too_long');
  });
});

describe('what never becomes a request', () => {
  const bytes: Readonly<Record<string, [string | Uint8Array, ProblemCode]>> = {
    'a line of text': ['hello\r\n\r\n', 'validation_failed'],
    'binary noise': [new Uint8Array(64).fill(0xfe), 'validation_failed'],
    'a TLS handshake': [Buffer.from('16030100c8010000c40303', 'hex'), 'validation_failed'],
    'an HTTP/2 preface': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'validation_failed'],
    'a method nobody knows': ['FETCH /v1/actions HTTP/1.1\r\nHost: x\r\n\r\n', 'validation_failed'],
    'two lengths that disagree': [
      'POST /v1/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'validation_failed',
    ],
    'a length beside chunks': [
      'POST /v1/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'validation_failed',
    ],
    'no Host': ['GET /v1/actions HTTP/1.1\r\n\r\n', 'validation_failed'],
    'headers of over 16 KiB': [
      `GET /v1/actions HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      'headers_too_large',
    ],
  };
  for (const [what, [sent, code]] of Object.entries(bytes)) {
    test(`${what} gets a problem, and the service goes on`, async () => {
      assertProblem(await rawly(sent), code);
      assert.equal((await api('GET', '/actions', { key: service.adminKey })).status, 200);
    });
  }

  describe('what a proxy may read in another way than we do', () => {
    const chunked = (json: string) => `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`;
    const cases: Readonly<Record<string, [line: string, headers: readonly string[], body: (json: string) => string]>> =
      {
        'two Hosts': ['HTTP/1.1', ['HOST: b', 'Transfer-Encoding: chunked'], chunked],
        'a body that is packed and in chunks': ['HTTP/1.1', ['Transfer-Encoding: gzip, chunked'], chunked],
        'the same in two headers': ['HTTP/1.1', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], chunked],
        'chunks of HTTP/1.0': ['HTTP/1.0', ['Connection: keep-alive', 'Transfer-Encoding: chunked'], chunked],
      };
    for (const [what, [version, headers, framed]] of Object.entries(cases)) {
      test(`${what} is refused, and neither it nor what follows it on the connection does anything`, async () => {
        const before = await admin.listActions();
        const create = (title: string) => JSON.stringify({ kind: 'x', title, preview: { body: 'x' }, expires_in: 300 });
        const head = (more: readonly string[]) =>
          ['Host: x', `Authorization: Bearer ${service.adminKey}`, 'Content-Type: application/json', ...more].join(
            '\r\n',
          );
        const next = create('Smuggled');
        const wire = await dial(service.baseUrl);
        await wire.send(
          `POST /v1/actions ${version}\r\n${head(headers)}\r\n\r\n${framed(create(what))}` +
            `POST /v1/actions HTTP/1.1\r\n${head([`Content-Length: ${next.length}`])}\r\n\r\n${next}`,
        );
        const answer = await wire.answer();
        assertProblem(answer, 'validation_failed');
        assert.equal(answer.headers.get('connection'), 'close');
        await wire.ended();
        await assert.rejects(wire.answer());
        assert.deepEqual(await admin.listActions(), before);
      });
    }
  });

  test('HTTP/1.0 needs no Host', async () => {
    assert.equal((await rawly('GET /v1/openapi.json HTTP/1.0\r\n\r\n')).status, 200);
  });

  test('a client that leaves in the middle of its body is no fault of ours', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send(`${rawRequest('POST /v1/actions', ['Content-Length: 100'])}{"kind":`);
    wire.close();
    const told = () => service.world.lines.find((line) => line.includes('"createAction","status":408'));
    await until(told, 'the log says 408');
    assert.equal(service.world.lines.filter((line) => line.includes('http.failed')).join(''), '');
  });
});

test('an answer that is not a refusal carries its request id too', async () => {
  for (const path of ['/v1/openapi.json', '/healthz', '/docs', '/']) {
    const { headers } = await call('GET', `${service.running.url}${path}`);
    assert.match(headers.get('x-request-id') ?? '', /^req_/);
  }
});

test('no two answers have the same request id', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => api('GET', '/nothing')));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 20);
});
