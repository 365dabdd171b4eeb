// Covers the required fields of the create body of actions (2.1, 8): kind, title, preview and unknown properties.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIdIn, allIds, createAction, newAction, postAction, readAction } from './action-steps.ts';
import { asObject, assertStatus, call, type Json, type JsonObject, text, unhurried, without } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function stored(fields: JsonObject): Promise<JsonObject> {
  return readAction(service, await createAction(service, fields));
}

async function assertInvalid(body: Json): Promise<void> {
  const existing = await allIds(service);
  assertStatus(await postAction(service, body), 400);
  assert.deepEqual(await allIds(service), existing, 'a refused create leaves no action behind');
}

test('2.1: a body of kind, title and preview.body alone returns 201 with an identifier beginning act_', async () => {
  const answer = await postAction(service, newAction());
  assertStatus(answer, 201);
  assert.match(actionIdIn(answer.body), /^act_./);
});

test('2.1: every created action has an identifier of its own', async () => {
  assert.notEqual(await createAction(service), await createAction(service));
});

for (const name of ['kind', 'title', 'preview']) {
  test(`2.1 ${name}: a body without it returns 400 and creates nothing`, async () => {
    await assertInvalid(without(newAction(), name));
  });

  test(`2.1 ${name}: null returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ [name]: null }));
  });
}

for (const length of [1, 100]) {
  test(`2.1 kind, 8: a kind of ${length} characters is accepted and read back`, async () => {
    const kind = text(length);
    assert.equal((await stored({ kind }))['kind'], kind);
  });
}

for (const length of [0, 101]) {
  test(`2.1 kind, 8: a kind of ${length} characters returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ kind: text(length) }));
  });
}

test('2.1 kind: the label is free-form', async () => {
  const kind = 'Réseau social / répondre: été 2024 (β)';
  assert.equal((await stored({ kind }))['kind'], kind);
});

test('2.1 kind: a number returns 400 and creates nothing', async () => {
  await assertInvalid(newAction({ kind: 5 }));
});

for (const length of [1, 500]) {
  test(`2.1 title, 8: a title of ${length} characters is accepted and read back`, async () => {
    const title = text(length);
    assert.equal((await stored({ title }))['title'], title);
  });
}

for (const length of [0, 501]) {
  test(`2.1 title, 8: a title of ${length} characters returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ title: text(length) }));
  });
}

for (const [label, title] of [
  ['LF in the middle', 'one\ntwo'],
  ['CR in the middle', 'one\rtwo'],
  ['CR LF', 'one\r\ntwo'],
  ['LF at the end', 'one\n'],
  ['CR at the end', 'one\r'],
  ['LF at the start', '\none'],
] as const) {
  test(`2.1 title, 8: a title with ${label} returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ title }));
  });
}

test('2.1 title: a number returns 400 and creates nothing', async () => {
  await assertInvalid(newAction({ title: 5 }));
});

test('2.1 preview: a string returns 400 and creates nothing', async () => {
  await assertInvalid(newAction({ preview: 'text' }));
});

test('2.1 preview: an array returns 400 and creates nothing', async () => {
  await assertInvalid(newAction({ preview: [] }));
});

test('2.1 preview: an extra property returns 400 and creates nothing', async () => {
  await assertInvalid(newAction({ preview: { body: 'text', extra: 1 } }));
});

for (const format of ['markdown', 'plain', 'diff']) {
  test(`2.1 preview.format: ${format} is accepted and read back`, async () => {
    const preview = { format, body: text(40) };
    const readBack = asObject((await stored({ preview }))['preview']);
    assert.equal(readBack['format'], format);
    assert.equal(readBack['body'], preview.body);
  });
}

test('2.1 preview.format: the default is plain', async () => {
  const preview = asObject((await stored({ preview: { body: text(40) } }))['preview']);
  assert.equal(preview['format'], 'plain');
});

for (const format of ['text', 'html', 'Markdown', '', 1, null]) {
  test(`2.1 preview.format: ${JSON.stringify(format)} returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ preview: { format, body: 'text' } }));
  });
}

test('2.1 preview.body: a preview without it returns 400 and creates nothing', async () => {
  await assertInvalid(newAction({ preview: { format: 'plain' } }));
});

for (const body of [5, null, ['text'], { text: 'text' }]) {
  test(`2.1 preview.body: ${JSON.stringify(body)} returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ preview: { body } }));
  });
}

test('2.1 preview.body: only a maximum is set, so an empty body is accepted', async () => {
  assert.equal(asObject((await stored({ preview: { body: '' } }))['preview'])['body'], '');
});

test('2.1 preview.body, 8: 262144 characters are accepted and read back whole', async () => {
  const body = text(262_144);
  assert.ok(asObject((await stored({ preview: { body } }))['preview'])['body'] === body);
});

test('2.1 preview.body, 8: 262145 characters return 400 and create nothing', async () => {
  await assertInvalid(newAction({ preview: { body: text(262_145) } }));
});

test('2.1 preview.body, 8: the maximum counts characters, not bytes', async () => {
  const body = `${text(32)}${'€'.repeat(262_112)}`;
  assert.ok(asObject((await stored({ preview: { body } }))['preview'])['body'] === body);
});

test('2.1 preview.body, 8: the maximum counts characters, not their JSON escapes', async () => {
  const body = `${text(32)}${'€'.repeat(262_112)}`;
  const rawBody = JSON.stringify(newAction({ preview: { body } })).replaceAll('€', '\\u20ac');
  const answer = await call(service, 'POST', '/actions', { rawBody });
  assertStatus(answer, 201);
  const record = await readAction(service, actionIdIn(answer.body));
  assert.ok(asObject(record['preview'])['body'] === body);
});

test('2.1 preview.body: line breaks and markup are kept verbatim', async () => {
  const body = `# ${text(20)}\r\n\t<b>"quoted" & 'single'</b>\n\\ end\n`;
  assert.equal(asObject((await stored({ preview: { body } }))['preview'])['body'], body);
});

for (const name of ['extra', 'status', 'id', 'Kind']) {
  test(`2.1: the unknown property ${name} returns 400 and creates nothing`, async () => {
    await assertInvalid(newAction({ [name]: 'approved' }));
  });
}

for (const body of [[], 'text', 5, null, {}] as const) {
  test(`2.1: the body ${JSON.stringify(body)} returns 400 and creates nothing`, async () => {
    await assertInvalid(body);
  });
}
