// OPML: lists of feeds that readers exchange.

import { readMarkup } from '../bounded-markup.ts';

export interface Outline {
  /** Its place in the list, from 1. */
  readonly line: number;
  readonly url: string;
  readonly title: string;
}

/** Every outline that names a feed, however deep in folders. What is no OPML has none. */
export function readOpml(content: string): Outline[] {
  const found: Outline[] = [];
  readMarkup(
    content,
    {
      onopentag(name, attributes) {
        const lower = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]));
        const url = lower.xmlurl?.trim();
        if (name.toLowerCase() !== 'outline' || !url) return;
        found.push({ line: found.length + 1, url, title: (lower.title || lower.text || '').trim() });
      },
    },
    { xml: true },
  );
  return found;
}
