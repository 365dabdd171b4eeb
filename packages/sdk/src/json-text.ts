// JSON by its source text, for values that JavaScript cannot hold: 12345678901234567890, 1.0, keys in a given order.

import { answerText } from './answers.ts';

/** A JSON value written as it shall be sent: `payload: new JsonText('{"account": 12345678901234567890}')`. */
export class JsonText {
  readonly text: string;

  /** Throws a SyntaxError when the text is not JSON. */
  constructor(text: string) {
    JSON.parse(text);
    this.text = text;
  }
}

/** JSON.stringify that writes each JsonText as it stands. */
export function writeJson(value: unknown): string {
  const texts: string[] = [];
  const mark = `json-text:${Math.random()}:`; // no string of the caller's holds it
  const written = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'bigint')
      throw new TypeError(`JSON has no BigInt: write new JsonText('${member}'), or text.`);
    return member instanceof JsonText ? `${mark}${texts.push(member.text) - 1}` : member;
  });
  return texts.length === 0 ? written : written.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_, n) => texts[n] ?? '');
}

/** The source text of a member of the outermost object. `json` is known to be JSON. */
export function memberText(json: string, member: string): string | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}:,]/g;
  let depth = 0;
  let key = '';
  let start = -1;
  for (let token = tokens.exec(json); token; token = tokens.exec(json)) {
    const [text] = token;
    const closes = text === '}' || text === ']';
    if (text === '{' || text === '[') depth++;
    if (closes) depth--;
    if (depth > 1 || (depth === 1 && closes)) continue;
    if (start >= 0 && (text === ',' || depth === 0)) return json.slice(start, token.index).trim();
    if (text.startsWith('"')) key = text;
    else if (text === ':' && start < 0 && JSON.parse(key) === member) start = tokens.lastIndex;
  }
  return undefined;
}

/**
 * The source text of the payload, every digit as it was proposed or approved. `action` must be what the client returned,
 * not a copy of it, and not an item of a list; undefined otherwise, and when there is no payload.
 */
export function payloadText(action: { readonly payload?: unknown }): string | undefined {
  const source = answerText(action);
  return source === undefined ? undefined : memberText(source, 'payload');
}
