// robots.txt: which group is ours, which rule decides.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { mayFetch, parseRobots } from './robots.ts';

const allowed = (text: string, path: string) => mayFetch(parseRobots(text), path);
const ALL = 'User-agent: *\n';

describe('which rule decides', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['', '/x', true],
    [`${ALL}Disallow:`, '/x', true],
    [`${ALL}Disallow: /`, '/x', false],
    [`${ALL}Disallow: /`, '/robots.txt', true],
    [`${ALL}Disallow: /a`, '/b', true],
    [`${ALL}Disallow: /a\nAllow: /a/b`, '/a/b/c', true],
    [`${ALL}Allow: /a\nDisallow: /a/b`, '/a/b/c', false],
    [`${ALL}Disallow: /a\nAllow: /a`, '/a', true],
    [`${ALL}Disallow: /*.pdf$`, '/x/y.pdf', false],
    [`${ALL}Disallow: /*.pdf$`, '/x/y.pdf?z', true],
    [`${ALL}Disallow: /*.pdf`, '/x/y.pdf?z', false],
    [`${ALL}Disallow: /a*b*c$`, '/aXbXc', false],
    [`${ALL}Disallow: /a*b*c$`, '/aXbXcX', true],
    [`${ALL}Disallow: /*?q=`, '/s?q=1', false],
    [`${ALL}Disallow: /caf%c3%a9`, '/café', false],
    [`${ALL}Disallow: /%61bc`, '/abc', false],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['User-agent: countersign-watcher\nDisallow: /mine\n\nUser-agent: *\nDisallow: /', '/x', true],
    ['User-agent: countersign-watcher\nDisallow: /mine\n\nUser-agent: *\nDisallow: /', '/mine', false],
    ['User-agent: a\nUser-agent: Countersign-Watcher\nDisallow: /x', '/x', false],
    ['User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /c', '/c', false],
    ['User-agent: Countersign-Watcher/0.1 (+https://a.example/docs)\nDisallow: /x', '/x', false],
    ['User-agent: countersign-watchers\nDisallow: /x', '/x', true],
    ['User-agent: countersign-watcher\nSitemap: /map.xml\nUser-agent: *\nDisallow: /x', '/x', false],
    ['# no\nUSER-AGENT : * # all\n disallow :/x # not this', '/x', false],
    ['<html>User-agent: *\nDisallow: /', '/x', true],
  ];
  for (const [text, path, wanted] of cases) {
    test(`${JSON.stringify(text)} ${wanted ? 'allows' : 'forbids'} ${path}`, () =>
      assert.equal(allowed(text, path), wanted));
  }
});

test('Crawl-delay is taken up to a minute', () => {
  const delay = (value: string) => parseRobots(`${ALL}Crawl-delay: ${value}`).crawl_delay_s;
  assert.deepEqual(['5', '2.5', '9999', 'x', '-1'].map(delay), [5, 3, 60, 0, 0]);
});

test('a long file counts to its end, as those of large sites are', () => {
  const many = Array.from({ length: 2000 }, (_, n) => `Disallow: /wiki/Special:${n}/`).join('\n');
  assert.equal(allowed(`${ALL}${many}`, '/wiki/Special:1999/x'), false);
});

test('a file of any size and any rule costs little', () => {
  const stars = `${ALL}${`Disallow: /${'*a'.repeat(200)}$\n`.repeat(1000)}`;
  const started = performance.now();
  assert.equal(allowed(stars, `/${'a'.repeat(2000)}b`), true);
  assert.equal(parseRobots(`${ALL}Disallow: /x\n`.repeat(100_000)).rules.length, 5000);
  assert.ok(performance.now() - started < 10_000);
});

test('whatever a robots.txt says, it is read, and says yes or no to every path, in little time', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'User-agent: *\n',
      'user-agent: Countersign\n',
      'Disallow: ',
      'Allow: ',
      'Crawl-delay: ',
      '*',
      '$',
      '/',
      '\n',
      '#',
      '%',
      '%2F',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.webPath(), (pieces, path) => {
      const rules = parseRobots(pieces.join(''));
      assert.equal(typeof mayFetch(rules, path), 'boolean');
      assert.ok(rules.crawl_delay_s >= 0 && Number.isFinite(rules.crawl_delay_s));
    }),
    { numRuns: 500 },
  );
  const slow = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(500)}b\n`.repeat(20));
  assert.equal(mayFetch(slow, `/${'a'.repeat(5000)}`), true);
});
