// Where a page of candidates ends in the middle of a long action, nothing of that action is passed over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection, SearchEntry } from '../../src/storage/search.ts';
import { givenStorage } from '../support/open-storage.ts';

const PROJECT = 'prj_a';
const idOf = (n: number) => `act_${String(n).padStart(5, '0')}`;

test('a long action is found by each of its pieces, wherever the page ends that looks at the newest rows', async (t) => {
  const { storage } = await givenStorage(t);
  const pieces = Array.from({ length: 40 }, (_, piece): SearchEntry => {
    return { project_id: PROJECT, action_id: idOf(0), piece, text: piece === 3 ? 'A NEEDLE' : 'STRAW' };
  });
  const newer = Array.from({ length: 2980 }, (_, n): SearchEntry => {
    return { project_id: PROJECT, action_id: idOf(n + 1), piece: 0, text: 'STRAW' };
  });
  await storage.transaction((tx) => tx.search.add(tx, [...pieces, ...newer]));
  // As where the index takes too long: every one of its trigrams is everywhere.
  const { reader } = storage;
  const hurried: Connection = { run: reader.run, runWithin: async () => undefined };
  const found: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await reader.search.find(hurried, { project_id: PROJECT, text: 'NEEDLE', before, limit: 500 });
    found.push(...page.ids);
    if (page.seenTo === undefined) break;
    before = page.seenTo;
  }
  assert.deepEqual(found, [idOf(0)]);
});
