// Pages and lists of feeds that are made to be slow to read. Measured in time of the processor, with a bound far above what they
// take and far below what they took.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePages } from '../../src/features/watchers/page/compare-pages.ts';
import { parseExpression } from '../../src/features/watchers/page/expression.ts';
import { printDiff } from '../../src/features/watchers/page/page-diff.ts';
import { readPage, TEXT_CHARACTERS } from '../../src/features/watchers/page/read-page.ts';
import { readOpml } from '../../src/features/watchers/sources/opml.ts';
import { processorMs } from './cases.ts';

const MOST_MS = 3000;

const html = (body: string) => `<!doctype html><html><title>Slow</title><body>${body}<p>The end</p></body></html>`;
const HTML: readonly (readonly [what: string, document: string])[] = [
  ['tags without end, and ends of others', html(`${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`)],
  ['tags without end, and their ends', html(`${'<b>'.repeat(300_000)}${'</b>'.repeat(300_000)}`)],
  ['ends of what was there once', html(`<i></i>${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`)],
  ['ends of paragraphs that nobody began', html(`${'<b>'.repeat(10_000)}${'</p>'.repeat(150_000)}`)],
  ['forms in a form', html(`<form>${'<b>'.repeat(10_000)}${'<form>'.repeat(300_000)}`)],
  ['drawings in drawings', html('<svg><foreignObject>'.repeat(60_000) + '</foreignobject>'.repeat(60_000))],
  ['titles', html('<title>t</title>'.repeat(100_000))],
  ['very many elements beside each other', html('<i>x</i>'.repeat(300_000))],
  ['a million numeric references', html('&#65;'.repeat(600_000))],
  ['entities of its own', `<!DOCTYPE html [<!ENTITY a "${'x'.repeat(10_000)}">]>${html('&a;'.repeat(100_000))}`],
  ['blanks', html(`${' '.repeat(1_000_000)}x${'\u00a0'.repeat(500_000)}`)],
  ['beginnings of tags', html('<p'.repeat(700_000))],
  ['one tag with very many attributes', html(`<p ${'a b=c '.repeat(200_000)}>x</p>`)],
];
const XML: readonly (readonly [what: string, document: string])[] = [
  ['elements without end, and ends of others', `<r>${'<a>'.repeat(300_000)}${'</b>'.repeat(300_000)}</r>`],
  ['ends that differ in their letters', `<r>${'<a>'.repeat(10_000)}${'</A>'.repeat(400_000)}</r>`],
  ['elements in elements', `<r>${'<a>'.repeat(300_000)}x${'</a>'.repeat(300_000)}</r>`],
  ['entities of its own', `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(10_000)}">]><r>${'&a;'.repeat(100_000)}</r>`],
  ['a long indentation', `<r>\n${' '.repeat(1_000_000)}x</r>`],
];
const whole = parseExpression(undefined);
const parts = parseExpression('css:p\n-css:nav');

function read(document: string, type: string, expression = whole) {
  let result: ReturnType<typeof readPage> | undefined;
  const ms = processorMs(() => {
    result = readPage(Buffer.from(document), type, expression);
  });
  assert.ok(ms < MOST_MS, `${Math.round(ms)} ms`);
  return result && 'page' in result ? result.page.text : '';
}

for (const [what, document] of HTML) {
  test(`a page of ${what}: read within the bound, whole and in parts`, () => {
    read(document, 'text/html');
    read(document, 'text/html', parts);
  });
}

for (const [what, document] of XML) {
  test(`a document of ${what}: read within the bound`, () => {
    assert.match(read(document, 'application/xml'), /./);
  });
}

test('a text of blanks is read within the bound, as it is', () => {
  assert.match(read(`a\n${' '.repeat(2_000_000)}x`, 'text/plain'), /^a\n/);
});

test('a list of feeds without ends is read within the bound, with the feeds in it', () => {
  const feed = (n: number) => `<outline xmlUrl="https://site.example/${n}" text="${n}"/>`;
  const deep = `<opml><body>${'<outline text="x">'.repeat(100_000)}${feed(1)}${'</other>'.repeat(100_000)}</body></opml>`;
  let found: ReturnType<typeof readOpml> = [];
  assert.ok(processorMs(() => (found = readOpml(deep))) < MOST_MS);
  assert.equal(found.length, 0, 'folders are not that deep');
  const ended = `<opml><body>${'</outline>'.repeat(200_000)}${feed(1)}${feed(2)}</body></opml>`;
  assert.ok(processorMs(() => (found = readOpml(ended))) < MOST_MS);
  assert.deepEqual(
    found.map(({ url }) => url),
    ['https://site.example/1', 'https://site.example/2'],
  );
});

test('two pages of very many lines are compared within the bound', () => {
  const page = (line: string) => `${line}\n`.repeat(TEXT_CHARACTERS / 2);
  const rules = { kind: 'url_diff' as const, keywords: [] };
  let shown = '';
  const ms = processorMs(() => {
    const compared = comparePages(page('a'), page('b'), { mask: true, rules });
    shown = compared.is === 'changed' ? printDiff(compared.change) : compared.is;
  });
  assert.match(shown, /more changed lines\n$/);
  assert.ok(ms < MOST_MS, `${Math.round(ms)} ms`);
});
