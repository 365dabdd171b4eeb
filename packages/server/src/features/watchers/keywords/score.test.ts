// The sum that decides: once per keyword, nothing when excluded, one when there is nothing to look for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Keyword } from '@countersign/contract';
import fc from 'fast-check';
import { isUnreachable, type Rules } from './rules.ts';
import { type Fields, fieldsOf, scoreOf } from './score.ts';

const rules = (changes: Partial<Rules> = {}): Rules => ({
  kind: 'rss',
  keywords: [],
  keywords_none: [],
  min_score: 1,
  ...changes,
});
const item = {
  title: 'Rust in space',
  body: 'rust rust, and Go',
  author: 'Ana',
  tags: ['news', 'dev'],
  url: 'https://a.example/rust',
};
const fields = fieldsOf(item);
const keyword = (pattern: string, points: number): Keyword => ({ pattern, points });

test('no keywords: everything scores 1, and with the default threshold everything matches', () => {
  assert.deepEqual(scoreOf(rules(), fields), { score: 1, matches: [], matched: true });
  assert.equal(scoreOf(rules({ min_score: 2 }), fields).matched, false);
});

test('a keyword counts once, where it hit first', () => {
  const { score, matches } = scoreOf(rules({ keywords: [keyword('rust', 5)] }), fields);
  assert.equal(score, 5);
  assert.deepEqual(matches, [{ pattern: 'rust', points: 5, field: 'title', start: 0, end: 4 }]);
});

test('a field is a weight: both add', () => {
  const { score } = scoreOf(
    rules({ keywords: [keyword('title:rust', 20), keyword('rust', 5), keyword('title:go', 50)] }),
    fields,
  );
  assert.equal(score, 25);
});

test('author, tags and url are looked at', () => {
  const where = (pattern: string) => scoreOf(rules({ keywords: [keyword(pattern, 1)] }), fields).matches[0]?.field;
  assert.deepEqual([where('ana'), where('tag:dev'), where('url:a.example')], ['author', 'tag', 'url']);
});

test('an exclusion wins over any sum', () => {
  const all = rules({ keywords: [keyword('rust', 100)], keywords_none: ['nothing', 'body:go'], min_score: 0 });
  assert.deepEqual(scoreOf(all, fields), { score: 0, excluded_by: 'body:go', matches: [], matched: false });
});

test('a threshold of 0 is everything that is not excluded', () => {
  assert.equal(scoreOf(rules({ keywords: [keyword('zig', 5)], min_score: 0 }), fields).matched, true);
});

test('on a page, body means what came and what went', () => {
  const page: Fields = [
    ['title', 'Shop'],
    ['added', 'In stock'],
    ['removed', 'Sold out'],
  ];
  const on = (pattern: string) =>
    scoreOf(rules({ kind: 'url_diff', keywords: [keyword(pattern, 1)] }), page).matches[0]?.field;
  assert.deepEqual(
    [on('body:stock'), on('added:stock'), on('removed:stock'), on('sold out')],
    ['added', 'added', undefined, 'removed'],
  );
});

test('a threshold beyond all points cannot be reached', () => {
  assert.equal(isUnreachable({ keywords: [], min_score: 1 }), false);
  assert.equal(isUnreachable({ keywords: [], min_score: 2 }), true);
  assert.equal(isUnreachable({ keywords: [keyword('a', 5), keyword('b', 5)], min_score: 10 }), false);
  assert.equal(isUnreachable({ keywords: [keyword('a', 5), keyword('b', 5)], min_score: 11 }), true);
});

test('the score is the sum of what is told, and the same every time', () => {
  const words = fc.constantFrom('rust', 'go', 'zig', 'title:space', 'dev', '/r.st/', 'ana');
  const keywords = fc.array(fc.record({ pattern: words, points: fc.integer({ min: 1, max: 100 }) }), { maxLength: 6 });
  fc.assert(
    fc.property(keywords, fc.nat({ max: 200 }), (given, min_score) => {
      const made = rules({ keywords: given, min_score });
      const first = scoreOf(made, fields);
      assert.deepEqual(scoreOf(made, fields), first);
      const sum = first.matches.reduce((total, { points }) => total + points, 0);
      assert.equal(first.score, given.length === 0 ? 1 : sum);
      assert.equal(first.matched, first.score >= min_score);
      if (isUnreachable(made)) assert.equal(first.matched, false);
    }),
  );
});
