// Retry-After, freshness and validators, as servers really write them. F10.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freshUntil, retryAfter, validatorsOf } from './caching.ts';

const NOW = 1_790_000_000;
const date = (seconds: number) => new Date((NOW + seconds) * 1000).toUTCString();

describe('Retry-After', () => {
  const cases: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ['120', 120],
    ['0', 0],
    ['-5', undefined],
    ['1000000000000', 315_360_000],
    ['1.5', undefined],
    ['soon', undefined],
    [date(300), 300],
    [date(-300), undefined],
    ['Tuesday, 22-Sep-26 20:00:00 GMT', Date.parse('2026-09-22T20:00:00Z') / 1000 - NOW],
    ['2026', 2026],
    ['Fri, 99 Foo 2026', undefined],
  ];
  for (const [text, wanted] of cases) {
    test(`${text} is ${wanted}`, () => assert.equal(retryAfter({ 'retry-after': text }, NOW), wanted));
  }
});

describe('freshness', () => {
  const cases: readonly (readonly [Record<string, string>, number | undefined, number])[] = [
    [{}, undefined, 0],
    [{ 'cache-control': 'max-age=600' }, undefined, 600],
    [{ 'cache-control': 'public, max-age=600', age: '100' }, undefined, 500],
    [{ 'cache-control': 'max-age=600', age: '900' }, undefined, 0],
    [{ 'cache-control': 'no-cache, max-age=600' }, undefined, 0],
    [{ 'cache-control': 'max-age=99999999' }, undefined, 21_600],
    [{ expires: date(900), date: date(0) }, undefined, 900],
    [{ expires: date(900), date: date(300) }, undefined, 600],
    [{ expires: '0' }, undefined, 0],
    [{ expires: '-1' }, undefined, 0],
    [{ expires: date(900), 'cache-control': 'max-age=60' }, undefined, 60],
    [{}, 3600, 3600],
    [{ 'cache-control': 'max-age=60' }, 3600, 3600],
    [{}, 999_999_999, 21_600],
  ];
  for (const [headers, ttl, wanted] of cases) {
    test(`${JSON.stringify(headers)} and ttl ${ttl}: ${wanted} s`, () =>
      assert.equal(freshUntil(headers, ttl, NOW) - NOW, wanted));
  }
});

test('validators are kept byte for byte, and not believed beside Expires: 0', () => {
  const headers = { etag: 'W/"a b"', 'last-modified': 'yesterday, or so' };
  assert.deepEqual(validatorsOf(headers), { etag: 'W/"a b"', last_modified: 'yesterday, or so' });
  assert.deepEqual(validatorsOf({ ...headers, expires: '0' }), { etag: null, last_modified: null });
  assert.deepEqual(validatorsOf({ etag: 'a\u0001b', 'last-modified': 'x'.repeat(2000) }), {
    etag: null,
    last_modified: null,
  });
});
