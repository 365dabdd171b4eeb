// Matches that no channel takes any more: one that cannot be brought into the inbox keeps none of the others from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../src/app.ts';
import type { Above, Returned } from '../../src/features/channels/above.ts';
import { returnMatches } from '../../src/features/channels/return-matches.ts';
import { insertSends } from '../../src/features/channels/send-store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { type ChannelSendRow, INBOX } from '../../src/storage/channel-rows.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const MATCHED = { event: 'watcher.matched', action_id: null } as const;

/** Rows for the inbox, in this order; several matches in one are a digest that was never sent. */
async function givenReturned(app: App, rows: readonly (readonly string[])[]): Promise<void> {
  await inTransaction(app, async (tx) => {
    const { id: project_id } = await createProject(tx, 'Returned');
    const told = rows.map((matches) => {
      const [only = '', another] = matches;
      const entries = matches.map((body) => ({ ...MATCHED, at: tx.now, body }));
      return another === undefined
        ? { ...MATCHED, body: only }
        : ({ event: 'digest', action_id: null, body: JSON.stringify(entries) } as const);
    });
    const rest = { channel_id: INBOX, only_here: 1, message_ref: null, attempt: 0, leased: 0, fence: 0 } as const;
    const at = { due_at: tx.now, created_at: tx.now };
    await insertSends(
      tx,
      told.map((one): ChannelSendRow => ({ project_id, id: tx.newId('nms'), ...one, ...rest, ...at })),
    );
  });
}

/** Runs until there is nothing to do now. */
async function returnAll(app: App, intoInbox: Above['intoInbox']): Promise<void> {
  for (let left = 1000; await returnMatches(app, { intoInbox }); left--) assert.ok(left > 0, 'it ends');
}

/** An inbox that cannot take one of them, for whatever reason. */
function inboxWithout(poison: string) {
  const calls: Returned[] = [];
  const intoInbox: Above['intoInbox'] = async (_tx, _app, returned) => {
    if (returned.matches.includes(poison)) throw new Error('this one cannot be a card');
    calls.push(returned);
  };
  return { intoInbox, calls, taken: () => calls.flatMap(({ matches }) => matches).toSorted() };
}

const named = (count: number) => Array.from({ length: count }, (_, at) => `m${String(at).padStart(2, '0')}`);

test('a match that cannot be brought into the inbox keeps neither those before it nor those behind it', async (t) => {
  const { app, world } = await givenApp(t);
  const all = named(40);
  await givenReturned(
    app,
    all.map((one) => [one]),
  );
  const inbox = inboxWithout('m23');
  await returnAll(app, inbox.intoInbox);
  assert.deepEqual(
    inbox.taken(),
    all.filter((one) => one !== 'm23'),
  );
  assert.ok(inbox.calls.length < 12, 'and they come together still');
  assert.equal(new Set(inbox.calls.map(({ id }) => id)).size, inbox.calls.length, 'each call under a name of its own');

  world.wind(120);
  const mended = inboxWithout('none');
  await returnAll(app, mended.intoInbox);
  assert.deepEqual(mended.taken(), ['m23'], 'it is tried again');
});

test('nor those that were to be one message with it', async (t) => {
  const { app } = await givenApp(t);
  const all = named(9);
  await givenReturned(app, [all.slice(0, 2), all.slice(2, 8), all.slice(8)]);
  const inbox = inboxWithout('m05');
  await returnAll(app, inbox.intoInbox);
  assert.deepEqual(
    inbox.taken(),
    all.filter((one) => one !== 'm05'),
  );
});
