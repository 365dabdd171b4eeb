// A list that grows by a line at a time, whatever became of the line before.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { appendLine } from './append-line.ts';

test('a line follows the other, and a line that was cut short spoils none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'append-line-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'list');
  appendLine(file, 'one');
  appendLine(file, 'two');
  assert.equal(readFileSync(file, 'utf8'), 'one\ntwo\n');
  assert.equal(statSync(file).mode & 0o777, 0o600);

  writeFileSync(file, 'one\ntw');
  appendLine(file, 'three');
  assert.equal(readFileSync(file, 'utf8'), 'one\ntw\nthree\n');
});
