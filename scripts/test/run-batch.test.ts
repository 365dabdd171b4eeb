// What the tests of a process say is heard to the end, or called a failure.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Outcome } from './run-batch.ts';

const MANY = 300;
const folder = mkdtempSync(join(tmpdir(), 'countersign-batch-'));
after(() => rmSync(folder, { recursive: true }));

/** By a process of its own: a test may not run tests. It reads slowly, as one that hears several at once. */
const SCRIPT = `
  import { runBatch } from '${new URL('./run-batch.ts', import.meta.url)}';
  setInterval(() => { const until = performance.now() + 100; while (performance.now() < until); }, 1);
  const { passed, failed } = await runBatch({ engine: 'SQLite', files: [process.argv[2]] }, process.env);
  process.stdout.write(JSON.stringify({ passed, failed }), () => process.exit());`;

function outcomeOf(tests: string): Pick<Outcome, 'passed' | 'failed'> {
  const file = join(folder, 'some.test.mjs');
  writeFileSync(file, `import { test } from 'node:test';\n${tests}`);
  const runner = join(folder, 'runner.mjs');
  writeFileSync(runner, SCRIPT);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, [runner, file], { env });
  assert.notEqual(String(stdout), '', String(stderr));
  return JSON.parse(String(stdout));
}

test('hundreds of quick tests are heard, all of them', () => {
  const { passed, failed } = outcomeOf(`for (let n = 0; n < ${MANY}; n++) test('${'n'.repeat(200)}' + n, () => {});`);
  assert.deepEqual(failed, []);
  assert.equal(passed, MANY);
});

test('a process that ends in the middle of its tests has failed, however it ends', () => {
  const { failed } = outcomeOf(`test('one', () => {}); test('two', () => process.exit(0)); test('three', () => {});`);
  assert.equal(failed.length, 1);
  assert.match(failed[0]?.text ?? '', /ended before its last word/);
});
