// How long an answer asks us to stay away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedWait } from './http-date.ts';

const date = 'Tue, 17 Nov 2026 10:00:00 GMT';

const cases: readonly [string, Parameters<typeof askedWait>[0], number | undefined][] = [
  ['nothing', {}, undefined],
  ['seconds', { 'retry-after': '120' }, 120],
  ['parts of a second', { 'retry-after': '0.5' }, 0.5],
  ['no time at all', { 'retry-after': '0' }, undefined],
  ['less than none', { 'retry-after': '-5' }, undefined],
  ['a moment', { date, 'retry-after': 'Tue, 17 Nov 2026 10:05:00 GMT' }, 300],
  ['a moment that is over', { date, 'retry-after': 'Tue, 17 Nov 2026 09:00:00 GMT' }, undefined],
  ['a moment without saying what time it is', { 'retry-after': 'Tue, 17 Nov 2026 10:05:00 GMT' }, undefined],
  ['words', { date, 'retry-after': 'soon' }, undefined],
];

for (const [what, headers, seconds] of cases) {
  test(`an answer that asks for ${what}`, () => assert.equal(askedWait(headers), seconds));
}
