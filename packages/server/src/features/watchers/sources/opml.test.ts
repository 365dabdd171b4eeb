// Lists of feeds: what we write we read, and what others write is read or passed over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readOpml } from './opml.ts';
import { OPML_CLOSING, OPML_OPENING, opmlOutline } from './opml-text.ts';

/** What XML can hold, without what it does not keep at the ends. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((said) =>
  said
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .trim(),
);

test('what is written is read again, whatever is in the names', () => {
  const feeds = fc.array(fc.record({ name: text, url: fc.webUrl({ withQueryParameters: true }) }), { maxLength: 8 });
  fc.assert(
    fc.property(feeds, (given) => {
      const read = readOpml(`${OPML_OPENING}${given.map(opmlOutline).join('')}${OPML_CLOSING}`);
      assert.deepEqual(
        read,
        given.map(({ name, url }, index) => ({ line: index + 1, url, title: name })),
      );
    }),
    { numRuns: 300 },
  );
});

test('whatever it is, it is read or passed over', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<outline ',
      'xmlUrl="',
      'XMLURL=',
      'text=',
      '"',
      '/>',
      '</outline>',
      '<opml>',
      '<![CDATA[',
      '&amp;',
      '&#x0;',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { url, title } of readOpml(pieces.join(''))) assert.ok(url !== '' && title === title.trim());
    }),
    { numRuns: 500 },
  );
});
