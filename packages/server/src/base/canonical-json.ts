// One form for every way to write the same JSON: what digests are made of. In one pass, for a payload may hold a hundred
// thousand values.

import { compact, endOfString } from '@countersign/contract/shown/json-layout';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** RFC 8785, but numbers by their source text: payloads that differ beyond a double's precision stay different. */
export function canonical(source: string): string {
  const text = compact(source);
  const hasEscapes = text.includes('\\');
  let at = 0;

  /** One value. Lists, numbers and plain strings are as they should be, and are copied together. */
  const takeValue = (): string => {
    let written = '';
    let copied = at;
    let open = 0;
    const replace = (start: number, other: string) => {
      written += text.slice(copied, start) + other;
      copied = at;
    };
    while (at < text.length) {
      const start = at;
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = endOfString(text, at) + 1;
        const string = hasEscapes ? text.slice(start, at) : '';
        if (string.includes('\\')) replace(start, JSON.stringify(JSON.parse(string)));
      } else if (code === OPEN_OBJECT && text.charCodeAt(at + 1) === CLOSE_OBJECT) {
        at += 2;
      } else if (code === OPEN_OBJECT) {
        replace(start, takeObject());
      } else if (open === 0 && (code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT)) {
        break; // of whatever it is in
      } else {
        if (code === OPEN_LIST) open++;
        if (code === CLOSE_LIST) open--;
        at++;
      }
    }
    return written + text.slice(copied, at);
  };

  const takeObject = (): string => {
    const members: { key: string; value: string }[] = [];
    do {
      const start = ++at;
      at = endOfString(text, at) + 1;
      const key = JSON.parse(text.slice(start, at)) as string;
      at++; // the colon
      members.push({ key, value: takeValue() });
    } while (text.charCodeAt(at) === COMMA);
    at++; // the closing bracket
    members.sort((a, b) => (a.key < b.key ? -1 : 1)); // keys are unique: the scanner saw to it
    return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
  };

  return takeValue();
}
