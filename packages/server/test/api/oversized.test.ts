// Too much of anything is refused early and in words the client gets to read; the largest legal request is not too much.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BODY_MAX_CHARACTERS, PAYLOAD_MAX_BYTES } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import { givenApproved, problem, proposal } from '../support/given.ts';
import { type Service, startService } from '../support/start-service.ts';
import { type Answer, assertProblem, call, dial } from '../support/wire.ts';

const LIMIT_BYTES = 4 * 1024 * 1024;
const OVER_BYTES = 5 * 1024 * 1024;

let service: Service;
let admin: Countersign;

before(async () => {
  service = await startService();
  admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
});
after(() => service.stop());

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  call('POST', `${service.baseUrl}${path}`, { key: service.adminKey, body, headers });

function head(...headers: string[]): string {
  const all = ['Host: x', `Authorization: Bearer ${service.adminKey}`, ...headers];
  return `POST /v1/actions HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

const smallBody = () => JSON.stringify(proposal());

describe('O02: a body over the limit', () => {
  test('is refused by its declared length, before a byte of it is sent', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send(head(`Content-Length: ${LIMIT_BYTES + 1}`));
    assertProblem(await wire.answer(), 'too_large');
    wire.close();
  });

  test('that is sent all the same lets the sender read the answer and use the connection again', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send(head(`Content-Length: ${OVER_BYTES}`));
    await wire.send(Buffer.alloc(OVER_BYTES, ' '));
    assertProblem(await wire.answer(), 'too_large');
    const body = smallBody();
    await wire.send(`${head(`Content-Length: ${body.length}`)}${body}`);
    assert.equal((await wire.answer()).status, 201);
    wire.close();
  });

  test('in chunks is refused once they add up', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send(head('Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, ' '), Buffer.from('\r\n')]);
    for (let sent = 0; sent < OVER_BYTES; sent += 0x10000) await wire.send(chunk);
    await wire.send('0\r\n\r\n');
    assertProblem(await wire.answer(), 'too_large');
    wire.close();
  });

  test('that never ends is cut off', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send(head('Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')]);
    let isCut = false;
    const cut = wire.ended().then(() => {
      isCut = true;
    });
    for (let sent = 0; !isCut && sent < 100; sent++) await wire.send(chunk);
    await cut;
    assertProblem(await wire.answer(), 'too_large');
  });

  test('is told to a client of the usual kind, too', async () => {
    assertProblem(await post('/actions', new Uint8Array(OVER_BYTES)), 'too_large');
  });

  test('begins one byte after the limit', async () => {
    assertProblem(await post('/actions', `{${' '.repeat(LIMIT_BYTES - 2)}}`), 'validation_failed');
    assertProblem(await post('/actions', `{${' '.repeat(LIMIT_BYTES - 1)}}`), 'too_large');
  });
});

describe('O02: a client that asks before it sends', () => {
  const asking = async (...headers: string[]) => {
    const wire = await dial(service.baseUrl);
    await wire.send(head('Expect: 100-continue', ...headers));
    return wire;
  };

  test('is told to go on, and served', async () => {
    const body = smallBody();
    const wire = await asking(`Content-Length: ${body.length}`);
    assert.equal((await wire.answer()).status, 100);
    await wire.send(body);
    assert.equal((await wire.answer()).status, 201);
    wire.close();
  });

  for (const [what, headers, code] of [
    ['too much', [`Content-Length: ${OVER_BYTES}`], 'too_large'],
    ['packed bytes', ['Content-Length: 20', 'Content-Encoding: gzip'], 'unsupported_media_type'],
    ['another type', ['Content-Length: 20', 'Content-Type: text/plain'], 'unsupported_media_type'],
    ['chunks of another type', ['Transfer-Encoding: chunked', 'Content-Type: text/plain'], 'unsupported_media_type'],
  ] as const) {
    test(`for ${what} is refused without being told to go on, and the connection ends`, async () => {
      const wire = await asking(...headers);
      assertProblem(await wire.answer(), code);
      await wire.ended();
    });
  }

  test('without a valid key is refused without being told to go on', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send('POST /v1/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n');
    assertProblem(await wire.answer(), 'unauthenticated');
    await wire.ended();
  });
});

test('O02: a packed body is refused, not unpacked', async () => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  for (const encoding of ['gzip', 'br', 'zstd', 'deflate', 'gzip, gzip']) {
    assertProblem(await post('/actions', bomb, { 'content-encoding': encoding }), 'unsupported_media_type');
  }
  assert.equal((await post('/actions', smallBody(), { 'content-encoding': 'identity' })).status, 201);
});

describe('O03: JSON made to be expensive is 400, and soon', () => {
  const withPayload = (payload: string) => `${smallBody().slice(0, -1)},"payload":${payload}}`;
  const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`;
  const hostile = {
    'arrays 200,000 deep': withPayload(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
    'objects 200,000 deep': withPayload(`${'{"":'.repeat(200_000)}0${'}'.repeat(200_000)}`),
    'arrays 200,000 deep that never close': '['.repeat(200_000),
    'as many keys as fit': withPayload(keys(350_000)),
    'keys spread over many objects': withPayload(`[${'{"a":0},'.repeat(400_000)}0]`),
    'a key twice': withPayload('{"a":1,"b":{},"a":1}'),
    'a key twice, once in disguise': withPayload('{"a":1,"\\u0061":1}'),
    'a member twice': `{"title":"one",${smallBody().slice(1)}`,
    'backslashes without end': `{"kind":"${'\\'.repeat(3_000_000)}`,
    'quotes without end': '"'.repeat(3_000_001),
  };
  for (const [what, body] of Object.entries(hostile)) {
    test(what, async () => {
      const startedMs = performance.now();
      assertProblem(await post('/actions', body), 'malformed_json');
      assert.ok(performance.now() - startedMs < 20_000); // the bar is 100 ms; the room is for a busy machine
    });
  }

  test('a million keys do not even fit', async () => {
    assertProblem(await post('/actions', withPayload(keys(1_000_000))), 'too_large');
  });

  test('the bounds themselves are legal: 64 levels, 10,000 keys', async () => {
    const deepest = `${'['.repeat(63)}${']'.repeat(63)}`; // the body around it is the first level
    assert.equal((await post('/actions', withPayload(deepest))).status, 201);
    assertProblem(await post('/actions', withPayload(`[${deepest}]`)), 'malformed_json');
    const others = 5; // kind, title, preview, its body, payload
    assert.equal((await post('/actions', withPayload(keys(10_000 - others)))).status, 201);
    assertProblem(await post('/actions', withPayload(keys(10_001 - others))), 'malformed_json');
  });
});

describe('O04: the largest legal requests', () => {
  const escaped = '\\ud83d\\ude00'.repeat(BODY_MAX_CHARACTERS);
  const written = '😀'.repeat(BODY_MAX_CHARACTERS);
  const payload = `"${'x'.repeat(PAYLOAD_MAX_BYTES - 2)}"`;
  const read = (id: string) => call('GET', `${service.baseUrl}/actions/${id}`, { key: service.adminKey });

  test('an action of 262,144 escaped astral characters and the largest payload is kept whole', async () => {
    const body = `{"kind":"x","title":"Largest","preview":{"body":"${escaped}"},"payload":${payload},"undo":"${'\\ud83d\\ude00'.repeat(2000)}"}`;
    const created = await post('/actions', body);
    assert.equal(created.status, 201, created.text.slice(0, 500));
    const { id } = JSON.parse(created.text) as { id: string };
    for (const { text } of [created, await read(id)]) {
      assert.ok((JSON.parse(text) as { preview: { body: string } }).preview.body === written);
      assert.ok(text.includes(`"payload":${payload}`));
    }
  });

  test('a decision may edit all of it, and a result may be as large', async () => {
    const { id } = await admin.createAction(proposal({ payload: 'x', editable: ['preview.body', 'payload'] }));
    const decision = `{"decision":"approve","edited":{"preview.body":"${escaped}","payload":${payload}}}`;
    assert.equal((await post(`/actions/${id}/decision`, decision)).status, 200);
    const map = `{"":${payload.slice(0, -6)}"}`;
    const report = `{"status":"executed","detail":"${escaped}","payload":${map}}`;
    assert.equal((await post(`/actions/${id}/result`, report)).status, 200);
    const { text } = await read(id);
    assert.ok(text.includes(`"result_payload":${map}`));
    const { decision: made, result } = JSON.parse(text) as {
      decision: { final_preview: { body: string } };
      result: { detail: string };
    };
    assert.ok(made.final_preview.body === written && result.detail === written);
  });
});

describe('O05: a character is a code point', () => {
  type Limit = readonly [most: number, send: (text: string) => Promise<unknown>];
  const limits: Readonly<Record<string, Limit>> = {
    kind: [100, (kind) => admin.createAction(proposal({ kind }))],
    title: [500, (title) => admin.createAction(proposal({ title }))],
    'preview.body': [262_144, (body) => admin.createAction(proposal({ preview: { body } }))],
    idempotency_key: [255, (idempotency_key) => admin.createAction(proposal({ idempotency_key }))],
    undo: [2000, (undo) => admin.createAction(proposal({ undo }))],
    'a list’s q': [200, (q) => admin.listActions({ q })],
    'a result’s detail': [
      262_144,
      async (detail) => admin.reportResult((await givenApproved(admin)).id, { status: 'executed', detail }),
    ],
    'a bulk decision’s comment': [2000, (comment) => admin.bulkDecide({ ids: ['act_0'], verdict: 'reject', comment })],
    'a key’s name': [100, (name) => admin.createKey({ name, scopes: ['watch'] })],
    'a project’s name': [200, (name) => admin.updateProject({ name })],
  };
  for (const [field, [most, send]] of Object.entries(limits)) {
    test(`${field}: ${most} emoji are not too long, one more is`, async () => {
      await send('😀'.repeat(most));
      await assert.rejects(send('😀'.repeat(most + 1)), problem('validation_failed'));
    });
  }

  test('combining marks and joiners count, each by itself', async () => {
    await admin.createAction(proposal({ title: 'e\u0301'.repeat(250) }));
    await assert.rejects(
      admin.createAction(proposal({ title: `${'e\u0301'.repeat(250)}e` })),
      problem('validation_failed'),
    );
    await admin.createAction(proposal({ title: '👩‍👩‍👧‍👦'.repeat(71) })); // 7 × 71 = 497
    await assert.rejects(admin.createAction(proposal({ title: '👩‍👩‍👧‍👦'.repeat(72) })), problem('validation_failed'));
  });

  test('an edit is measured the same way', async () => {
    const edit = async (title: string) => {
      const { id } = await admin.createAction(proposal({ editable: ['title'] }));
      return admin.decideAction(id, { decision: 'approve', edited: { title } });
    };
    assert.equal((await edit('😀'.repeat(500))).decision?.final_title, '😀'.repeat(500));
    await assert.rejects(edit('😀'.repeat(501)), problem('not_editable'));
  });
});

describe('O14: a head that is too much is refused at once, and the refusal can be read', () => {
  const sendHead = async (lines: readonly string[]): Promise<Answer> => {
    const wire = await dial(service.baseUrl);
    await wire.send(`${lines.join('\r\n')}\r\n\r\n`);
    const answer = await wire.answer();
    wire.close();
    return answer;
  };
  const auth = () => `Authorization: Bearer ${service.adminKey}`;

  test('10,000 headers', async () => {
    const headers = Array.from({ length: 10_000 }, (_, index) => `X-${index}: ${index}`);
    assertProblem(await sendHead(['GET /v1/actions HTTP/1.1', 'Host: x', ...headers]), 'headers_too_large');
  });

  test('an address of 1 MB', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send(`GET /v1/actions?q=${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assertProblem(await wire.answer(), 'headers_too_large');
    assert.equal(await wire.ended(), 'closed'); // a reset would have taken the answer from a slower reader
  });

  test('10,000 query parameters', async () => {
    const query = Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join('&');
    assertProblem(await sendHead([`GET /v1/actions?${query} HTTP/1.1`, 'Host: x', auth()]), 'headers_too_large');
    const short = `${'&'.repeat(5000)}${'q&'.repeat(1500)}`;
    assertProblem(await sendHead([`GET /v1/actions?${short} HTTP/1.1`, 'Host: x', auth()]), 'validation_failed');
  });

  test('an address between 8 and 16 KiB', async () => {
    const line = `GET /v1/actions?q=${'a'.repeat(12_000)} HTTP/1.1`;
    assertProblem(await sendHead([line, 'Host: x', auth()]), 'uri_too_long');
  });

  test('many small headers do not push out the one that counts', async () => {
    const many = Array.from({ length: 2500 }, () => 'a:');
    assert.equal((await sendHead(['GET /v1/actions HTTP/1.1', 'Host: x', ...many, auth()])).status, 200);
  });

  test('headers sent one by one, without end', async () => {
    const wire = await dial(service.baseUrl);
    await wire.send('GET /v1/actions HTTP/1.1\r\nHost: x\r\n');
    let isAnswered = false;
    const answer = wire.answer().finally(() => {
      isAnswered = true;
    });
    for (let sent = 0; !isAnswered && sent < 10_000; sent++) await wire.send(`X-${sent}: ${sent}\r\n`);
    assertProblem(await answer, 'headers_too_large');
    wire.close();
  });
});
