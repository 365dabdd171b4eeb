// Covers the diff of an approval whose edit is not of the preview body (6.1): it is there for any editable field.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide } from './action-steps.ts';
import { assertStatus, type JsonObject, text, unhurried } from './client.ts';
import { bodyOf, closeReceivers, nthPost, startReceiver } from './webhook-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await closeReceivers();
  await service.stop();
});

/** The webhook of an approval with this edit of the one editable path. */
async function approved(path: string, value: string, fields: JsonObject): Promise<JsonObject> {
  const receiver = await startReceiver();
  const id = await createAction(service, { ...fields, editable: [path], callback_url: receiver.url });
  assertStatus(await decide(service, id, { decision: 'approve', edited: { [path]: value } }), 200);
  return bodyOf(await nthPost(receiver, 1));
}

for (const [path, fields] of [
  ['title', { title: `Before ${text(8)}` }],
  ['payload.to', { payload: { to: 'before@example.org', keep: 1 } }],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`6.1 diff: an edit of ${path}, an editable field, gives a diff with the new value`, async () => {
    const value = `after-${text(8)}@example.org`;
    const { diff } = await approved(path, value, { ...fields, preview: { body: 'As it was' } });
    assert.ok(typeof diff === 'string' && diff.includes(value), `diff is ${JSON.stringify(diff)}`);
  });

  test(`6.1 final_preview: an edit of ${path} leaves the preview as it was`, async () => {
    const { final_preview: preview } = await approved(path, 'after', { ...fields, preview: { body: 'As it was' } });
    assert.deepEqual(preview, { format: 'plain', body: 'As it was' });
  });
}
