// Rules from a terminal: tried before they are saved, made, switched off and on, removed.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { proposal } from '../../server/test/support/given.ts';
import { givenShell } from './run.ts';

const RULE = { name: 'Small refunds', kind_pattern: 'refund', rule_action: 'auto_approve' };

test('a rule is tried, made, seen at work, switched off and deleted', async (t) => {
  const { run, admin, folder } = await givenShell(t);
  writeFileSync(join(folder, 'rule.json'), JSON.stringify(RULE));
  const { id: earlier } = await admin.createAction(proposal({ kind: 'refund' }));
  await admin.decideAction(earlier, { decision: 'reject' });

  const tried = await run(['rules', 'backtest', 'rule.json']);
  assert.match(tried.stdout, /^Of 1 actions it would have applied to 1\.\n +1 {2}rejected\n/);
  assert.equal((await admin.listRules()).items.length, 0);

  const made = await run(['rules', 'create', '-'], { input: JSON.stringify(RULE) });
  const [id = ''] = /rul_\w+/.exec(made.stdout) ?? [];
  assert.match(made.stdout, /\(Small refunds\) applies from now on/);
  assert.equal((await admin.createAction(proposal({ kind: 'refund' }))).status, 'approved');
  assert.match((await run(['rules', 'list'])).stdout, new RegExp(`^${id} .*auto_approve +refund +Small refunds`, 'm'));
  assert.equal(JSON.parse((await run(['rules', 'show', id])).stdout).name, 'Small refunds');

  assert.match((await run(['rules', 'disable', id])).stdout, /is off/);
  assert.equal((await admin.createAction(proposal({ kind: 'refund' }))).status, 'pending');
  assert.equal((await run(['rules', 'delete', id])).code, 0);
  assert.equal((await admin.listRules()).items.length, 0);

  const exact =
    '{"name":"x","rule_action":"auto_approve","payload_conditions":[{"path":"to","op":"eq","value":12345678901234567890}]}';
  const kept = await run(['rules', 'create', '-', '--json'], { input: `\ufeff${exact}` });
  assert.match(kept.stdout, /"value":12345678901234567890\}/, 'to the digit: another account is another rule');
  assert.equal((await run(['rules', 'backtest', '-', '--json'], { input: exact })).code, 0);

  for (const words of [
    ['rules', 'create', 'none.json'],
    ['rules', 'create'],
    ['rules', 'odd', 'x'],
  ]) {
    assert.equal((await run(words)).code, 64, words.join(' '));
  }
  assert.equal((await run(['rules', 'create', '-'], { input: '{"name":"x"}' })).code, 64);
});
