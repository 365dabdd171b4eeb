// Following the audit log loses nothing and repeats nothing, in whatever order transactions end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followAudit } from '../../src/features/audit/follow-audit.ts';
import { recordAudit } from '../../src/features/audit/record.ts';
import type { Storage } from '../../src/storage/database.ts';
import type { Mark } from '../../src/storage/mark.ts';
import { engine } from '../support/databases.ts';
import { givenStorage } from '../support/open-storage.ts';

const actor = { project_id: 'prj_1', type: 'key', id: 'key_1' };

const write = (storage: Storage, rows: number, during?: () => Promise<unknown>) =>
  storage.transaction(async (tx) => {
    const ids: string[] = [];
    for (let n = 0; n < rows; n++) {
      ids.push(await recordAudit(tx, actor, { event: 'action.claimed', entity_id: 'act_1' }));
    }
    await during?.();
    return ids;
  });

async function follow(storage: Storage, from: Mark, to: Mark) {
  const found = [];
  for await (const { row, mark } of followAudit(storage.reader, 'prj_1', from, to)) found.push({ id: row.id, mark });
  return found;
}

test('a row whose transaction ends after later ones is found when it ends', async (t) => {
  const { storage } = await givenStorage(t);
  const start = await storage.reader.mark();
  let middle = start;
  let early: string[] = [];
  const late = await write(storage, 2, async () => {
    if (engine === 'postgres') early = await write(storage, 3); // begins later, ends earlier
    middle = await storage.reader.mark();
    assert.deepEqual(
      (await follow(storage, start, middle)).map(({ id }) => id),
      early,
    );
  });
  const end = await storage.reader.mark();
  assert.deepEqual(
    (await follow(storage, middle, end)).map(({ id }) => id),
    late,
  );
});

test('many at once, looked at in between, and resumed from anywhere', async (t) => {
  const { storage } = await givenStorage(t);
  const start = await storage.reader.mark();
  const written = new Set<string>();
  let writing = true;
  const writers = Promise.all(
    Array.from({ length: 12 }, async (_, writer) => {
      for (let n = 0; n < 15; n++) {
        const pause = () => new Promise((resolve) => setTimeout(resolve, (writer * n) % 7));
        for (const id of await write(storage, 1 + (n % 3), pause)) written.add(id);
      }
    }),
  ).finally(() => {
    writing = false;
  });

  const found: { id: string; mark: Mark }[] = [];
  let mark = start;
  for (let last = false; !last; ) {
    last = !writing;
    const to = await storage.reader.mark();
    found.push(...(await follow(storage, mark, to)));
    mark = to;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  await writers;
  const ids = found.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(new Set(ids), written);

  // Whoever stopped at any of them and comes back later gets all the others; of its own transaction some again.
  for (let index = 0; index < found.length; index += 7) {
    const at = found[index]?.mark ?? start;
    const rest = (await follow(storage, at, mark)).map(({ id }) => id);
    assert.equal(new Set(rest).size, rest.length);
    const heard = new Set([...ids.slice(0, index + 1), ...rest]);
    assert.deepEqual(heard, written);
    assert.ok(rest.length <= ids.length - index - 1 + 3, 'no more than a transaction is told again');
  }
});

test('more rows than are read at once, also of one transaction', async (t) => {
  const { storage } = await givenStorage(t);
  const start = await storage.reader.mark();
  const all = [...(await write(storage, 1)), ...(await write(storage, 1200)), ...(await write(storage, 1))];
  const found = await follow(storage, start, await storage.reader.mark());
  assert.deepEqual(
    found.map(({ id }) => id),
    all,
  );
});
