// What the form makes of a rule: what was typed, and of what nobody touched nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition, Rule } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import { changesOf, draftOf, NEW_RULE, ruleOf } from '../src/rules/draft.ts';
import { toTheDigit } from '../src/rules/to-the-digit.ts';
import { whenWords } from '../src/rules/words.ts';

const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'rul_1', project_id: 'prj_1', name: 'Known places', priority: 100, enabled: true, kind_pattern: 'ship' },
  ...{ payload_conditions: [], target_url_hosts: [], created_by: [], rule_action: 'auto_approve', outcome_params: {} },
  ...{ created_at: 1, updated_at: 1, hits: 0 },
  ...more,
});

const typed = (op: Condition['op'], text: string) =>
  ruleOf({ ...NEW_RULE, conditions: [{ path: 'a', op, text }] }).payload_conditions?.[0]?.value;

test('a list that holds commas, quotes or numbers in quotes is the same list when it was opened and saved', () => {
  const lists = [
    ['Berlin, DE', 'Paris'],
    ['5" pipe', '"x', '"a" b', 'a "b, c" d'],
    ['7', 7, null, true, ' x ', ''],
    ['\\', ','],
  ];
  for (const value of lists) {
    const draft = draftOf(rule({ payload_conditions: [{ path: 'to', op: 'in', value }] }));
    assert.deepEqual(ruleOf(draft).payload_conditions, [{ path: 'to', op: 'in', value }], String(value));
  }
  assert.deepEqual(typed('in', 'EUR, "Berlin, DE" ,3'), ['EUR', 'Berlin, DE', 3]);
  assert.equal(typed('eq', 'Berlin, DE'), 'Berlin, DE');
});

test('a number is sent to the digit', () => {
  assert.equal(typed('lte', ' 20 '), 20);
  for (const text of ['12345678901234567890', '50.00000000000000000001', '1e3'])
    assert.equal((typed('eq', text) as unknown as { text: string }).text, text);
});

test('a rule is told, opened and saved to the digit, whichever of its conditions is changed', async () => {
  const conditions = '[{"path":"to","op":"eq","value":12345678901234567890},{"path":"n","op":"in","value":[1.0,2]}]';
  const sent: unknown[] = [];
  const client = new Countersign({
    apiKey: 'csk_test',
    fetch: async (_, init) => {
      sent.push(init?.body);
      return new Response(`{"id":"rul_1","items":[{"payload_conditions":${conditions}}]}`);
    },
  });
  const [read] = toTheDigit(await client.listRules()).items;
  const known = rule({ payload_conditions: read?.payload_conditions ?? [] });
  assert.equal(whenWords(known, new Map()), 'When kind is ship and to is 12345678901234567890 and n is one of 1.0, 2');
  const [to, n] = draftOf(known).conditions;
  assert.ok(to && n);
  await client.updateRule('rul_1', changesOf(known, { ...draftOf(known), conditions: [to, { ...n, op: 'not_in' }] }));
  const changed = conditions.replace('"in"', '"not_in"');
  assert.equal(sent.at(-1), `{"name":"Known places","payload_conditions":${changed}}`);
});

test('what was not touched in the form is not sent, for the form may not show all of it', () => {
  const known = rule({
    payload_conditions: [{ path: 'to', op: 'eq', value: 5 }],
    rule_action: 'set_expiry',
    outcome_params: { expires_in: 330 },
  });
  assert.deepEqual(changesOf(known, { ...draftOf(known), name: 'Places' }), { name: 'Places' });
  const other = changesOf(known, { ...draftOf(known), minutes: 10 });
  assert.deepEqual(other, { name: 'Known places', outcome_params: { expires_in: 600 } });
  assert.deepEqual(changesOf(known, { ...draftOf(known), outcome: 'auto_approve' }), {
    ...{ name: 'Known places', rule_action: 'auto_approve', outcome_params: {} },
  });
});
