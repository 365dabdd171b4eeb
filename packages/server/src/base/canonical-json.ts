// One form for every way to write the same JSON: what digests are made of. In two passes, for a payload may hold a hundred
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
  const text = plainlyEscaped(compact(source));
  let at = 0;

  /** One value. All but objects is as it should be, and is copied together. */
  const takeValue = (): string => {
    let written = '';
    let copied = at;
    let open = 0;
    while (at < text.length) {
      const start = at;
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = endOfString(text, at) + 1;
      } else if (code === OPEN_OBJECT && text.charCodeAt(at + 1) === CLOSE_OBJECT) {
        at += 2;
      } else if (code === OPEN_OBJECT) {
        const object = takeObject();
        written += text.slice(copied, start) + object;
        copied = at;
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
    const members: { key: string; member: string }[] = [];
    do {
      const start = ++at;
      at = endOfString(text, at) + 1;
      const written = text.slice(start, at);
      at++; // the colon
      members.push({ key: JSON.parse(written) as string, member: `${written}:${takeValue()}` });
    } while (text.charCodeAt(at) === COMMA);
    at++; // the closing bracket
    members.sort((a, b) => (a.key < b.key ? -1 : 1)); // keys are unique: the scanner saw to it
    return `{${members.map(({ member }) => member).join(',')}}`;
  };

  return takeValue();
}

/** All of a string from its first escape on, so that halves of a pair stay together. No backslash stands outside of a string. */
const ESCAPED = /(?:\\(?:u....|.)[^"\\]*)+/g;
const NOT_PLAINLY = /\\[u/]/;

/** The same JSON with its strings escaped as RFC 8785 does: no `\/`, and no number where there is a letter. */
function plainlyEscaped(text: string): string {
  if (!NOT_PLAINLY.test(text)) return text;
  return text.replace(ESCAPED, (escaped) => {
    if (escaped.length === 2) return escaped === '\\/' ? '/' : escaped; // there may be fifty thousand of them
    return NOT_PLAINLY.test(escaped) ? JSON.stringify(JSON.parse(`"${escaped}"`)).slice(1, -1) : escaped;
  });
}
