// JSON by its source text: written as given, read back to the digit.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readAnswer } from '../src/answers.ts';
import { JsonText, payloadText } from '../src/index.ts';
import { memberText, writeJson } from '../src/json-text.ts';

test('a JsonText is written as it stands, wherever it is', () => {
  const digits = new JsonText('12345678901234567890');
  assert.equal(
    writeJson({ a: digits, b: [digits, 'x"y'], edited: { 'payload.n': new JsonText('{"$&": 1.0, "$1": -0}') } }),
    '{"a":12345678901234567890,"b":[12345678901234567890,"x\\"y"],"edited":{"payload.n":{"$&": 1.0, "$1": -0}}}',
  );
  assert.equal(writeJson(digits), '12345678901234567890');
  assert.equal(writeJson({ a: 1, b: undefined }), '{"a":1}');
});

test('what is not JSON cannot be one', () => {
  assert.throws(() => new JsonText('{"a":1,}'), SyntaxError);
  assert.throws(() => new JsonText(''), SyntaxError);
});

describe('the text of a member', () => {
  const cases: Record<string, [string, string | undefined]> = {
    'is found whole': ['{"a":1,"payload":{"payload":[1,{"x":2}],"y":"}"},"b":2}', '{"payload":[1,{"x":2}],"y":"}"}'],
    'is found at the end': ['{"payload": 1.0 }', '1.0'],
    'is found under an escaped name': ['{"\\u0070ayload":1e400}', '1e400'],
    'keeps its digits': ['{"payload":12345678901234567890,"z":0}', '12345678901234567890'],
    'is not that of a member of a member': ['{"a":{"payload":1},"b":["payload",{"payload":2}]}', undefined],
    'is not a string of that text': ['{"a":"payload","b":3}', undefined],
    'may be empty': ['{"payload":{},"b":[]}', '{}'],
    'may be a string with brackets': ['{"payload":"a\\\\\\"{[","b":[]}', '"a\\\\\\"{["'],
  };
  for (const [what, [json, expected]] of Object.entries(cases)) {
    test(what, () => assert.equal(memberText(json, 'payload'), expected));
  }

  test('is the value, of whatever JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (payload, others, indent) => {
        const json = JSON.stringify({ ...others, payload, last: 1 }, null, indent);
        assert.equal(
          JSON.stringify(JSON.parse(memberText(json, 'payload') ?? '')),
          JSON.stringify((JSON.parse(json) as { payload: unknown }).payload),
        );
      }),
    );
  });
});

test('the payload of an answer can be had by its text, of a copy not', () => {
  const action = readAnswer('{"id":"act_1","payload":{"n":12345678901234567890}}') as { payload: unknown };
  assert.equal(payloadText(action), '{"n":12345678901234567890}');
  assert.equal(payloadText({ ...action }), undefined);
});
