// One event is one line of plain JSON, whatever words of others are in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from './log.ts';

test('X14: nothing in a reason breaks the line, commands a terminal or hides; the value stays the same', () => {
  const lines: string[] = [];
  const log = openLog(
    'info',
    (line) => lines.push(line),
    () => 0,
  );
  const marks =
    '\r\n\u001b[2J\u007f\u0085\u009b31m\u009d0;title\u0007\u2028\u2029\u202e\u2066\u200b\ufeff\u{e0041}\ud800';
  const reason = `450 mailbox of Müller ${marks} 😀 {"level":"error"}`;
  log('warn', 'mail.failed', { reason });
  const [line = '', ...more] = lines;
  assert.deepEqual(more, []);
  assert.match(line, /^[^\p{C}\p{Zl}\p{Zp}]*\n$/u);
  assert.match(line, /Müller .*😀/);
  assert.deepEqual(JSON.parse(line), { at: '1970-01-01T00:00:00.000Z', level: 'warn', event: 'mail.failed', reason });
});

test('what is below the level is not written', () => {
  const lines: string[] = [];
  const log = openLog(
    'warn',
    (line) => lines.push(line),
    () => 0,
  );
  log('info', 'server.started');
  assert.deepEqual(lines, []);
});
