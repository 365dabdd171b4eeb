import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RuleAction } from '@countersign/contract';
import fc from 'fast-check';
import { compareDecimals, readDecimal } from '../../base/decimal.ts';
import type { RuleRow } from '../../storage/schema.ts';
import { parseRule, ruleSet, whichApply } from './rule.ts';

let made = 0;

function ruleOf(action: RuleAction, about: Partial<Record<keyof RuleRow, unknown>> = {}) {
  const row = {
    project_id: 'prj_1',
    id: `rul_${made++}`,
    name: 'Rule',
    priority: 100,
    enabled: 1,
    kind_pattern: '*',
    payload_conditions: '[]',
    target_url_hosts: '[]',
    created_by: '[]',
    rule_action: action,
    outcome_params: '{}',
    created_at: 0,
    updated_at: 0,
    hits: 0,
    last_hit_at: null,
    ...about,
  };
  return parseRule(row as RuleRow);
}

const proposed = { kind: 'payment.send', target_url: null, payload: null, creator_id: 'key_1', untrusted: false };

const applies = (
  about: Partial<Record<keyof RuleRow, unknown>>,
  subject: Partial<typeof proposed> | object = {},
  action: RuleAction = 'auto_approve',
) => whichApply(ruleSet([ruleOf(action, about)]), { ...proposed, ...subject })[action] !== undefined;

describe('a condition', () => {
  const holds = (op: string, value: string, payload: string, action?: RuleAction) =>
    applies({ payload_conditions: `[{"path":"a","op":"${op}","value":${value}}]` }, { payload }, action);

  const TABLE: [op: string, value: string, payload: string, expected: boolean][] = [
    ['eq', '1', '{"a":1.0}', true],
    ['eq', '100', '{"a":1e2}', true],
    ['eq', '1', '{"a":"1"}', false],
    ['eq', '12345678901234567890', '{"a":12345678901234567891}', false],
    ['eq', '"x"', '{"a":"\\u0078"}', true],
    ['eq', 'null', '{"a":null}', true],
    ['eq', 'true', '{"a":true}', true],
    ['eq', '1', '{"b":1}', false],
    ['ne', '1', '{"a":2}', true],
    ['ne', '1', '{"a":[1]}', false],
    ['ne', '5000', '{"a":"5000"}', false],
    ['ne', 'null', '{"a":[1]}', true],
    ['ne', '1', '{"b":2}', false],
    ['lt', '50', '{"a":49.999999999999999999}', true],
    ['lt', '50', '{"a":50}', false],
    ['lt', '50', '{"a":"49"}', false],
    ['lt', '50', '{"a":-1e400}', true],
    ['lte', '50', '{"a":50.00000000000000000001}', false],
    ['lte', '50', '{"a":50.0}', true],
    ['gt', '0', '{"a":-0}', false],
    ['gte', '0', '{"a":-0}', true],
    ['gt', '1', '{"a":1e99999999999}', true],
    ['gt', '1', '{"a":1e-99999999999}', false],
    ['gt', '1000', '{"a":5e0000000003}', true],
    ['lt', '1000', '{"a":-5e+0000000000003}', true],
    ['contains', '"b"', '{"a":"abc"}', true],
    ['contains', '2', '{"a":[1,2.0]}', true],
    ['contains', '2', '{"a":[[2]]}', false],
    ['contains', '2', '{"a":[[2],{"b":2}, 20, -2, "2"]}', false],
    ['contains', '2', '{"a":[[1], {"b":[]} , 2e0 ]}', true],
    ['contains', '0', '{"a":[-0]}', true],
    ['contains', '1.50', '{"a":[1.5]}', true],
    ['contains', '"b"', '{"a":["a","\\u0062"]}', true],
    ['contains', '"b"', '{"a":["a]",["b"],"bb"]}', false],
    ['contains', 'null', '{"a":[true,null]}', true],
    ['contains', 'true', '{"a":[]}', false],
    ['contains', '"b"', '{"a":{"b":1}}', false],
    ['in', '["x",2]', '{"a":2}', true],
    ['in', '["x",2]', '{"a":3}', false],
    ['not_in', '["x"]', '{"a":"y"}', true],
    ['not_in', '["x"]', '{"b":"y"}', false],
    ['not_in', '["x"]', '{"a":["x"]}', false],
    ['not_in', '["x"]', '{"a":{"b":"x"}}', false],
    ['exists', 'true', '{"a":null}', true],
    ['exists', 'false', '{"a":null}', false],
    ['exists', 'false', '{"b":1}', true],
  ];
  for (const [op, value, payload, expected] of TABLE) {
    test(`${payload} ${expected ? 'meets' : 'does not meet'} ${op} ${value}`, () => {
      assert.equal(holds(op, value, payload), expected);
    });
  }

  /** What an agent might write to pass by a rule, and what a rule about something else must not be taken to mean. */
  const CAREFUL: [op: string, value: string, payload: string, expected: boolean][] = [
    ['gt', '1000', '{"a":"5000"}', true],
    ['gt', '1000', '{"a":" 5e3 "}', true],
    ['gt', '1000', '{"a":"40.00"}', false],
    ['gt', '1000', '{"a":40}', false],
    ['gt', '1000', '{"a":"5,000 EUR"}', true],
    ['gt', '1000', '{"a":[5000]}', true],
    ['gt', '1000', '{"a":{"value":5000}}', true],
    ['gt', '1000', '{"a":null}', false],
    ['gt', '1000', '{"b":5000}', false],
    ['eq', '5000', '{"a":"5000"}', true],
    ['eq', '"5000"', '{"a":5000}', true],
    ['eq', '"USD"', '{"a":["USD"]}', true],
    ['eq', '"USD"', '{"a":"EUR"}', false],
    ['eq', '"USD"', '{"a":5}', false],
    ['ne', '"EUR"', '{"a":["EUR"]}', true],
    ['ne', '"EUR"', '{"a":"EUR"}', false],
    ['ne', '5', '{"a":"5"}', false],
    ['ne', '5', '{"a":"6"}', true],
    ['in', '["a","b"]', '{"a":["a"]}', true],
    ['in', '["a","b"]', '{"a":"c"}', false],
    ['not_in', '["a"]', '{"a":{"b":"a"}}', true],
    ['not_in', '["a"]', '{"a":"a"}', false],
    ['contains', '"rm"', '{"a":{"command":"rm"}}', true],
    ['contains', '"rm"', '{"a":"ls"}', false],
    ['contains', '"rm"', '{"a":["ls"]}', false],
    ['exists', 'false', '{"a":null}', false],
  ];
  for (const [op, value, payload, expected] of CAREFUL) {
    test(`a rule that asks for more care ${expected ? 'takes' : 'does not take'} ${payload} for ${op} ${value}`, () => {
      for (const action of ['require_n_approvers', 'require_step_up', 'auto_reject'] as const) {
        assert.equal(holds(op, value, payload, action), expected, action);
      }
    });
  }

  test('without a payload only absence is met', () => {
    assert.equal(applies({ payload_conditions: '[{"path":"a","op":"ne","value":1}]' }), false);
    assert.equal(applies({ payload_conditions: '[{"path":"a","op":"exists","value":false}]' }), true);
  });

  test('numbers are ordered as doubles order them, where those can tell them apart', () => {
    const decimal = (value: number) => {
      const read = readDecimal(JSON.stringify(value));
      assert.ok(read);
      return read;
    };
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a, b) => {
          const order = Math.sign(compareDecimals(decimal(a), decimal(b))) || 0; // no -0
          assert.equal(order, Number(a > b) - Number(a < b));
        },
      ),
    );
  });
});

describe('what a rule looks at', () => {
  test('kinds by pattern, creators by id, targets by host', () => {
    assert.equal(applies({ kind_pattern: 'payment.*' }), true);
    assert.equal(applies({ kind_pattern: 'mail.*' }), false);
    assert.equal(applies({ created_by: '["key_1"]' }), true);
    assert.equal(applies({ created_by: '["key_2"]' }), false);
    const hosts = { target_url_hosts: '["shop.example","*.Bücher.example"]' };
    for (const [target_url, expected] of [
      ['https://shop.example:8443/x', true],
      ['https://SHOP.example./', true],
      ['https://shop.example.evil.example/', false],
      ['https://shop.example@evil.example/', false],
      ['https://a.b.xn--bcher-kva.example/', true],
      ['https://xn--bcher-kva.example/', false],
      ['mailto:a@shop.example', false],
      [null, false],
    ] as const) {
      assert.equal(applies(hosts, { target_url }), expected, String(target_url));
    }
  });

  test('a host of another scheme is a host: however it is written for more care, as it is written to be approved', () => {
    const hosts = { target_url_hosts: '["shop.example","*.Bücher.example"]' };
    for (const [target_url, isMeant, isWritten] of [
      ['ssh://shop.example/x', true, true],
      ['ssh://SHOP.example/x', true, false],
      ['git+ssh://git@shop%2Eexample:22/x', true, false],
      ['postgres://x.B%C3%BCcher.example/', true, false],
      ['ssh://shop.example%2F.evil.example/', true, false],
      ['ssh://shop.example.evil.example/', false, false],
      ['ssh://shop%25.example/', false, false],
    ] as const) {
      for (const action of ['require_n_approvers', 'require_step_up', 'auto_reject'] as const) {
        assert.equal(applies(hosts, { target_url }, action), isMeant, `${action} ${target_url}`);
      }
      assert.equal(applies(hosts, { target_url }), isWritten, target_url);
    }
  });

  test('an address in which programs find different hosts is approved for none of them, and guarded for each', () => {
    const hosts = { target_url_hosts: '["shop.example"]' };
    for (const [target_url, isMeant, isClear] of [
      ['https://shop.example\\@evil.example/', true, false],
      ['https://evil.example\\@SHOP.example:443/', true, false],
      ['https://evil.example@a@shop.example/', true, false],
      ['https://a@shop.example@evil.example/', true, false],
      ['https:\\\\evil.example\\@shop.example', true, false],
      ['https:shop.example/', true, false],
      ['https:///shop.example/', true, false],
      [`https://${'a@'.repeat(4000)}shop.example/`, true, false],
      ['https://evil.example\\@other.example/', false, false],
      ['https://evil.example/\\@shop.example/', false, false],
      ['https://evil.example?@shop.example', false, false],
      ['ssh://git@shop.example:22/x', true, true],
      ['https://shop.example?a=b@c', true, true],
      ['https://shop.example', true, true],
    ] as const) {
      assert.equal(applies(hosts, { target_url }, 'require_n_approvers'), isMeant, `guarded: ${target_url}`);
      assert.equal(applies(hosts, { target_url }), isClear, `approved: ${target_url}`);
    }
  });

  test('what came from outside is approved only by a rule that names its kind', () => {
    assert.equal(applies({ kind_pattern: 'payment.*' }, { untrusted: true }), false);
    assert.equal(applies({ kind_pattern: 'payment.sen?' }, { untrusted: true }), false);
    assert.equal(applies({ kind_pattern: 'payment.send' }, { untrusted: true }), true);
  });
});

describe('among several', () => {
  const applied = (...actions: RuleAction[]) => {
    const found = whichApply(ruleSet(actions.map((action) => ruleOf(action))), proposed);
    return Object.keys(found);
  };

  test('the first of each kind applies, and a decision ends it', () => {
    assert.deepEqual(applied('set_expiry', 'set_expiry', 'require_n_approvers'), ['set_expiry', 'require_n_approvers']);
    assert.deepEqual(applied('auto_approve', 'require_n_approvers', 'auto_reject'), ['auto_approve']);
    assert.deepEqual(applied('auto_reject', 'auto_approve'), ['auto_reject']);
  });

  test('people who were asked for first are not passed over; a rejection needs none', () => {
    assert.deepEqual(applied('require_n_approvers', 'auto_approve', 'set_expiry'), [
      'require_n_approvers',
      'set_expiry',
    ]);
    assert.deepEqual(applied('require_step_up', 'auto_approve'), ['require_step_up']);
    assert.deepEqual(applied('require_step_up', 'auto_approve', 'auto_reject'), ['require_step_up', 'auto_reject']);
  });
});

describe('the kind that a rule names', () => {
  const ALIKE = ['su', 'SU', ' su', 'su ', 's\u200bu', 's\ufffcu', 's\u{1d173}u', 'ѕu', 'ｓｕ', 's u'];
  const asks = (action: RuleAction, kind: string) =>
    whichApply(ruleSet([ruleOf(action, { kind_pattern: 'su' })]), { ...proposed, kind })[action] !== undefined;

  for (const kind of ALIKE) {
    test(`${JSON.stringify(kind)} is guarded like it`, () => {
      for (const action of ['require_step_up', 'require_n_approvers', 'auto_reject'] as const)
        assert.ok(asks(action, kind));
    });
    test(`${JSON.stringify(kind)} is ${kind === 'su' ? '' : 'not '}let pass like it`, () => {
      assert.equal(asks('auto_approve', kind), kind === 'su');
    });
  }
  test('another kind is not guarded', () => {
    for (const kind of ['sue', 'us', 'sudo']) assert.equal(asks('require_step_up', kind), false);
  });
});
