// Messages that carry a request somewhere inside, or several in an array: the same bounds, and `payload` by its source text.

import { compact, endOfString } from '@countersign/contract/shown/json-layout';
import { JsonTextError, MAX_PAYLOAD, type ParsedJson, scan } from './json-text.ts';

/**
 * Parses untrusted text within bounds. The members that `sourceOf` knows are those of the object that `path` leads to. Its
 * `payload` is kept by its source text alone and is null in the value. One that is too large is not looked into, but given
 * as it came: to be refused by someone who knows whom to tell.
 */
export function parseMessage(text: string, path: readonly string[]): ParsedJson {
  const spans = scan(text, path);
  const payload = spans.get('payload');
  const fits = !payload || payload.end - payload.start - payload.spaces <= MAX_PAYLOAD;
  let value: unknown;
  try {
    // Where both parts are JSON, so is the whole: what was cut out lies between a colon and the end of the member.
    value = JSON.parse(payload ? `${text.slice(0, payload.start)}null${text.slice(payload.end)}` : text);
    if (payload && fits) JSON.parse(text.slice(payload.start, payload.end));
  } catch {
    throw new JsonTextError('The body is not JSON.');
  }
  return {
    value,
    length: text.length,
    sourceOf(member) {
      const span = spans.get(member);
      const source = span && text.slice(span.start, span.end);
      return source !== undefined && (fits || member !== 'payload') ? compact(source) : source;
    },
  };
}

/** The source texts of the items of an array, or undefined when the text is none. What is malformed stays so in its item. */
export function itemsOf(text: string, most: number): readonly string[] | undefined {
  const array = text.trim();
  if (!array.startsWith('[') || !array.endsWith(']')) return undefined;
  const inner = array.slice(1, -1);
  if (inner.trim() === '') return [];
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    const code = inner.charCodeAt(at);
    if (code === 0x22) at = endOfString(inner, at);
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2c && depth === 0) {
      items.push(inner.slice(start, at));
      start = at + 1;
      if (items.length === most) throw new JsonTextError(`The body has more than ${most} messages.`);
    }
  }
  return [...items, inner.slice(start)];
}
