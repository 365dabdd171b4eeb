// D01: a payload comes back by its source text, wherever it is shown; no digit, key or escape of it changes.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PAYLOAD_MAX_BYTES } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import { givenApproved, proposal } from '../support/given.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem, call } from '../support/wire.ts';

const PAYLOADS = {
  'an integer beyond a double': '12345678901234567890',
  'a number beyond any double': '1e400',
  'a number too small for a double': '-1e-400',
  'a fraction of zero': '1.0',
  'negative zero': '-0',
  'an exponent as written': '[1E+2,1e2,100,1.0e+02]',
  'more digits than a double has': '{"amount":0.1000000000000000055511151231257827}',
  null: 'null',
  'nulls deep down': '{"a":[null,{"b":{"c":[[null]]}}],"d":null}',
  'empty things': '{"":{"a":[],"b":{},"c":""}}',
  'plain scalars': '[true,false,"",0]',
  'U+0000 and lone halves of pairs, escaped':
    '{"nul":"\\u0000","high":"\\ud800","low":"x\\udfffx","turned":"\\udc00\\ud800"}',
  'the same in keys': '{"\\u0000":1,"\\ud800":2}',
  'escapes as they were chosen': '["\\u0041A\\/\\b\\u00e9é","\\ud83d\\ude00😀"]',
  'keys of the prototype': '{"__proto__":{"admin":true},"constructor":{"prototype":1},"prototype":[],"toString":0}',
  'keys that look like integers, in their order': '{"10":"a","9":"b","a":"c","1":"d","-1":"e"}',
  'line separators and a byte order mark': '"\u2028\u2029\ufeff\ufffe"',
  'brackets, quotes and commas within strings': '{"a,}]":"\\"}],{[\\\\","b":"\\\\"}',
};

let service: Service;
let admin: Countersign;
let made = 0;

before(async () => {
  service = await startService();
  admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
});
after(() => service.stop());

const api = (method: string, path: string, body?: string) =>
  call(method, `${service.baseUrl}${path}`, { key: service.adminKey, ...(body === undefined ? {} : { body }) });

/** Creates an action around the payload's text, and gives the answer's own text. */
async function create(payload: string, rest = ''): Promise<{ id: string; text: string; status: number }> {
  const body = `{"kind":"echo","title":"Echo ${made++}","preview":{"body":"x"},"payload":${payload}${rest}}`;
  const { text, status } = await api('POST', '/actions', body);
  assert.ok(status < 300, text);
  return { id: (JSON.parse(text) as { id: string }).id, text, status };
}

const read = async (id: string) => (await api('GET', `/actions/${id}`)).text;

describe('an action’s payload is echoed as it was written', () => {
  for (const [what, payload] of Object.entries(PAYLOADS)) {
    test(what, async () => {
      const { id, text } = await create(payload);
      const member = `"payload":${payload},`;
      assert.ok(text.includes(member), text);
      assert.ok((await read(id)).includes(member));
      assert.ok((await api('GET', '/actions?limit=1')).text.includes(member));
      assert.ok((await api('GET', '/actions?limit=1&q=echo')).text.includes(member));
    });
  }

  test('after a restart, too', async () => {
    const { id } = await create(PAYLOADS['more digits than a double has']);
    await service.restart();
    admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
    assert.ok((await read(id)).includes(PAYLOADS['more digits than a double has']));
  });

  test('but without the spaces between its tokens', async () => {
    const { text } = await create(' {\r\n\t"a b" : [ 1.0 , "c  d" ] ,\n "e" : { } } ');
    assert.ok(text.includes('"payload":{"a b":[1.0,"c  d"],"e":{}},'), text);
  });

  test('and is found under its name however that is spelt', async () => {
    const body = '{"kind":"echo","title":"Spelt","preview":{"body":"x"},"\\u0070ayload":1e400}';
    assert.ok((await api('POST', '/actions', body)).text.includes('"payload":1e400,'));
  });

  test('a payload of null is one, and none is none', async () => {
    const [none, nothing] = [await admin.createAction(proposal()), await create('null')];
    assert.equal('payload' in none, false);
    assert.ok((await read(nothing.id)).includes('"payload":null,'));
    assert.equal((await read(none.id)).includes('"payload"'), false);
  });
});

describe('an edit leaves alone what it does not name', () => {
  for (const [what, payload] of Object.entries(PAYLOADS)) {
    test(what, async () => {
      const { id } = await create(`{"kept":${payload},"edited":1}`, ',"editable":["payload.edited"]');
      const decision = '{"decision":"approve","edited":{"payload.edited":2.50}}';
      assert.equal((await api('POST', `/actions/${id}/decision`, decision)).status, 200);
      const text = await read(id);
      assert.ok(text.includes(`"payload":{"kept":${payload},"edited":2.50},`), text);
      assert.ok(text.includes(`"original_payload":{"kept":${payload},"edited":1},`), text);
    });
  }

  test('and what it names becomes what was sent, to the digit', async () => {
    const { id } = await create('{"a":[{"b":1}]}', ',"editable":["payload.a.0.b"]');
    const decision = '{"decision":"approve","edited":{"payload":{"a.0.b":12345678901234567890}}}';
    assert.equal((await api('POST', `/actions/${id}/decision`, decision)).status, 200);
    assert.ok((await read(id)).includes('"payload":{"a":[{"b":12345678901234567890}]},'));
  });
});

describe('a result’s payload is echoed as it was written', () => {
  for (const [what, payload] of Object.entries(PAYLOADS)) {
    test(what, async () => {
      const { id } = await givenApproved(admin);
      const report = `{"status":"executed","payload":{"value":${payload}}}`;
      assert.equal((await api('POST', `/actions/${id}/result`, report)).status, 200);
      assert.ok((await read(id)).includes(`"result_payload":{"value":${payload}}`));
    });
  }
});

describe('payloads are told apart by their text', () => {
  const body = (payload: string) => `{"kind":"echo","title":"Twins","preview":{"body":"x"},"payload":${payload}}`;
  const different = [
    '12345678901234567890',
    '12345678901234567891',
    '1',
    '1.0',
    '1e0',
    '0',
    '-0',
    '"1"',
    'null',
    '[1]',
  ];

  test('those that differ only beyond a double’s precision are two actions with two digests', async () => {
    const answers = [];
    for (const payload of different) answers.push(await api('POST', '/actions', body(payload)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      different.map(() => 201),
    );
    const digests = answers.map(({ text }) => (JSON.parse(text) as { digest: string }).digest);
    assert.equal(new Set(digests).size, different.length);
  });

  test('the order of keys, spaces and escapes make no difference', async () => {
    const first = await api('POST', '/actions', body('{"a":"é","b":1}'));
    const again = await api('POST', '/actions', body('{ "b": 1, "a": "\\u00e9" }'));
    assert.deepEqual([first.status, again.status], [201, 200]);
    const { id } = JSON.parse(first.text) as { id: string };
    assert.equal((JSON.parse(again.text) as { duplicate_of: string }).duplicate_of, id);
    assert.ok(again.text.includes('"payload":{"a":"é","b":1},')); // the original, as it was written
  });
});

describe('a payload may have 262,144 bytes', () => {
  const sized = (bytes: number) => `"${'é'.repeat((bytes - 2) / 2)}"`;

  test('of UTF-8, not characters; spaces between tokens do not count', async () => {
    assert.equal((await create(sized(PAYLOAD_MAX_BYTES))).status, 201);
    assert.equal((await create(`[${' '.repeat(PAYLOAD_MAX_BYTES)}1]`)).status, 201);
    const over = `{"kind":"echo","title":"Over","preview":{"body":"x"},"payload":${sized(PAYLOAD_MAX_BYTES + 2)}}`;
    const { issues } = assertProblem(await api('POST', '/actions', over), 'validation_failed');
    assert.equal(issues?.[0]?.path, 'payload');
  });

  test('a result’s as well', async () => {
    const { id } = await givenApproved(admin);
    const report = (bytes: number) => `{"status":"executed","payload":{"a":${sized(bytes - 6)}}}`;
    const refused = await api('POST', `/actions/${id}/result`, report(PAYLOAD_MAX_BYTES + 2));
    assert.equal(assertProblem(refused, 'validation_failed').issues?.[0]?.path, 'payload');
    assert.equal((await api('POST', `/actions/${id}/result`, report(PAYLOAD_MAX_BYTES))).status, 200);
  });

  test('and an edit may not make it larger', async () => {
    const { id } = await create('{"a":1}', ',"editable":["payload.a"]');
    const edit = (bytes: number) => `{"decision":"approve","edited":{"payload.a":${sized(bytes - 6)}}}`;
    const refused = assertProblem(
      await api('POST', `/actions/${id}/decision`, edit(PAYLOAD_MAX_BYTES + 2)),
      'not_editable',
    );
    assert.deepEqual(refused.invalid_keys, ['payload.a']);
    assert.equal((await api('POST', `/actions/${id}/decision`, edit(PAYLOAD_MAX_BYTES))).status, 200);
  });
});
