// Feeds in one line each: a document, and what is to be read in it. Pure functions, no server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from '../../src/features/watchers/feed/parse-feed.ts';

/** Where the document is said to come from. */
export const HERE = 'https://site.example/blog/feed.xml';

/** What is said of one item; what is not said must not be there. `at` is the moment of publication in ISO 8601. */
export interface Expected {
  readonly id?: string;
  readonly title?: string;
  readonly link?: string;
  readonly text?: string;
  readonly at?: string;
}

/** A name, the document, and its items. */
export type Case = readonly [what: string, document: string | Uint8Array, ...items: Expected[]];

export function itemsOf(document: string | Uint8Array, contentType?: string): Expected[] {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const parsed = parseFeed(bytes, contentType, HERE);
  if (!parsed.ok) return [{ title: `no feed: ${parsed.problem}` }];
  return parsed.feed.items.map(({ id, title, link, body, published_at }) => ({
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(link === undefined ? {} : { link }),
    ...(body === undefined ? {} : { text: body }),
    ...(published_at === undefined ? {} : { at: new Date(published_at * 1000).toISOString().replace('.000', '') }),
  }));
}

/** All of a table at once, so that all that is wrong is told at once. */
export function readsAll(format: string, cases: readonly Case[]): void {
  test(`${format}: ${cases.length} cases`, () => {
    const read = cases.map(([what, document]) => [what, itemsOf(document)]);
    const expected = cases.map(([what, , ...items]) => [what, items]);
    assert.deepEqual(Object.fromEntries(read), Object.fromEntries(expected));
    assert.equal(Object.keys(Object.fromEntries(expected)).length, cases.length, 'each has a name of its own');
  });
}

/** An RSS 2.0 document around one item. */
export function rss(item: string, channel = '', attributes = ''): string {
  return `<?xml version="1.0"?><rss version="2.0"${attributes}><channel><title>T</title>${channel}<item>${item}</item></channel></rss>`;
}

/** An Atom 1.0 document around one entry. */
export function atom(entry: string, attributes = ''): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>T</title><entry>${entry}</entry></feed>`;
}

/** What the processor worked for it, whatever else it had to do. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
