import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AsideSource, openAsides } from './asides.ts';
import { openHub } from './hub.ts';

test('what could not be counted is counted again, though nothing else happens', async () => {
  let nowMs = 1_790_000_000_000;
  let isGone = true;
  const source: AsideSource = {
    greeting: () => ({ name: 'version', data: '{}' }),
    standing: async () => {
      if (isGone) throw new Error('no storage');
      return { name: 'counts', data: '{"pending":3}' };
    },
    topics: () => [],
    describe: async () => [],
  };
  const told: string[] = [];
  const complaints: string[] = [];
  const world = {
    nowMs: () => nowMs,
    log: (_level: string, event: string) => complaints.push(event),
  } as unknown as Parameters<typeof openAsides>[0]['world'];
  const asides = openAsides({ world, hub: openHub() }, source, 'prj_1', (said) => {
    told.push(...said.map(({ data }) => data));
  });
  const beat = async () => {
    asides.beat();
    await new Promise(setImmediate);
  };

  asides.stir();
  await beat();
  await beat();
  assert.deepEqual([told, complaints], [[], ['live.aside_failed']], 'not every second while storage is gone');

  isGone = false;
  nowMs += 10_000;
  await beat();
  assert.deepEqual(told, ['{"pending":3}']);
  asides.close();
});
