// The feeds that a page names in its head.

import { Parser } from 'htmlparser2';
import { cleanLine } from '../clean-text.ts';
import { decodeText } from '../feed/charset.ts';

const FEED_TYPES = /^application\/(rss|atom|feed)\+(xml|json)$|^application\/json$/i;
const LOOKED_AT_CHARACTERS = 200_000;
const MAX_LINKS = 10;
/** The head of a page is not that deep; among more open tags each end tag would be looked for. */
const MAX_DEPTH = 200;

export function feedLinks(bytes: Uint8Array, contentType: string | undefined, url: string): string[] {
  const found = new Set<string>();
  let base = url;
  let depth = 0;
  const parser = new Parser({
    onclosetag() {
      depth--;
    },
    onopentag(name, { rel = '', type = '', href = '' }) {
      if (++depth > MAX_DEPTH) parser.pause();
      if (name === 'base' && URL.canParse(href, url)) base = new URL(href, url).href;
      if (name !== 'link' || !/\balternate\b/i.test(rel) || !FEED_TYPES.test(type.trim())) return;
      if (!URL.canParse(href, base)) return;
      const link = new URL(href, base);
      if (/^https?:$/.test(link.protocol) && link.username === '' && link.password === '')
        found.add(cleanLine(link.href));
    },
  });
  parser.end(decodeText(bytes, contentType).slice(0, LOOKED_AT_CHARACTERS));
  return [...found].slice(0, MAX_LINKS);
}
