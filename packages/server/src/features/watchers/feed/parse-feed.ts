// Bytes of an answer to a feed. Never throws: what is no feed is said so.

import { gunzipSync } from 'node:zlib';
import { decodeText } from './charset.ts';
import type { ParsedFeed } from './feed.ts';
import { readJsonFeed } from './json-feed.ts';
import { looseJson } from './loose-json.ts';
import { readXmlFeed } from './xml-feed.ts';
import { parseXml } from './xml-tree.ts';

const MAX_UNPACKED_BYTES = 5 * 1024 * 1024;

/** `url` is where the bytes came from: what relative links are relative to. */
export function parseFeed(bytes: Uint8Array, contentType: string | undefined, url: string | undefined): ParsedFeed {
  const unpacked = unpack(bytes);
  if (unpacked === undefined) return { ok: false, problem: 'parse_error' };
  const text = decodeText(unpacked, contentType).replace(/^[\ufeff\s]+/, '');
  if (text === '') return { ok: false, problem: 'empty' };
  const base = url && URL.canParse(url) ? url : undefined;
  const json = text.startsWith('{') || text.startsWith('[') ? asJson(text, base) : undefined;
  if (json && (json.ok || !FEED_TAG.test(text))) return json;
  return asXml(text, base);
}

/** Gzip that nobody announced. */
function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    return undefined; // damaged, or a bomb
  }
}

function asJson(text: string, base: string | undefined): ParsedFeed {
  const value = looseJson(text);
  if (value === undefined) return { ok: false, problem: 'parse_error' };
  const feed = readJsonFeed(value, base);
  return feed ? { ok: true, feed } : { ok: false, problem: 'not_a_feed' };
}

function asXml(text: string, base: string | undefined): ParsedFeed {
  const start = text.search(/<(\?xml|!doctype|!--|[a-z])/i); // some put words before the document
  if (start < 0) return { ok: false, problem: 'not_a_feed' };
  const tree = parseXml(text.slice(start), base);
  if (!tree) return { ok: false, problem: 'parse_error' };
  const feed = readXmlFeed(tree);
  if (feed) return { ok: true, feed };
  const later = text.slice(start + 1).search(FEED_TAG); // after a warning of the program that wrote it, say
  const inside = later < 0 ? undefined : parseXml(text.slice(start + 1 + later), base);
  const found = inside && readXmlFeed(inside);
  if (found) return { ok: true, feed: found };
  return { ok: false, problem: tree.root === undefined ? 'parse_error' : 'not_a_feed' };
}

/** No sign is read more than a few times: what lies ahead is looked for once, and up to the next tag. */
const FEED_TAG =
  /<(?:[\w-]+:)?(?:(?:rss|rdf|feed)\s(?=[^<>]{0,2000}?(?:version|xmlns))[^<>]{0,4000}|rss\s*)>(?!\s*<\/)/i;
