// JSON by its source text: numbers keep their digits, objects their key order, `__proto__` is a key like another.

import { compact, endOfString } from '@countersign/contract/shown/json-layout';

/** Deeper, or with more keys, or with longer lists outside `payload` and its edits, than any honest request. */
const MAX_DEPTH = 64;
const MAX_KEYS = 10_000;
const MAX_ITEMS = 10_000;
/** Bytes of JSON, without the spaces between tokens; a character is at least a byte. */
export const MAX_PAYLOAD = 262_144;
/** A list of a payload may be edited whole: no payload holds more values than half its bytes. */
const MAX_EDITED_ITEMS = MAX_PAYLOAD / 2;

/** A JSON value in its source form, to be written into an answer as it stands. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class JsonTextError extends Error {}

/** One member is at fault, and the rest of the request may be fine. */
export class MemberTooLargeError extends JsonTextError {}

export interface ParsedJson {
  readonly value: unknown;
  /** Of the text, in UTF-16 units. */
  readonly length: number;
  /** The source text of a member of the outermost object, without the spaces between tokens. */
  sourceOf(member: string): string | undefined;
}

/** Where the engine says that it goes wrong, which it does not always. Its other words repeat the text. */
function whereOf({ message }: SyntaxError): string {
  if (/end of JSON|Unterminated/.test(message)) return ': it ends too early';
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line === undefined ? '' : `: look at line ${line}, column ${column}`;
}

/** Parses untrusted text within bounds. Throws JsonTextError on anything it will not take. */
export function parseJson(text: string): ParsedJson {
  const spans = scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonTextError(`The body is not JSON${whereOf(error as SyntaxError)}.`);
  }
  return {
    value,
    length: text.length,
    sourceOf(member) {
      const span = spans.get(member);
      return span && compact(text.slice(span.start, span.end));
    },
  };
}

export interface Span {
  readonly start: number;
  end: number;
  /** White space between its tokens. */
  spaces: number;
}

/**
 * One pass over the text: bounds, duplicate keys, and where the members lie of the outermost object, or of the one that
 * `path` leads to; there, a payload of any size is passed over. It does not check the grammar (JSON.parse does,
 * afterwards), so on text that is not JSON its findings mean nothing and are not used.
 */
export function scan(text: string, path?: readonly string[]): Map<string, Span> {
  const steps = path?.length ?? 0;
  const spans = new Map<string, Span>();
  const open: (Set<string> | undefined)[] = []; // the keys seen in each open object; undefined for an array
  let keyCount = 0;
  let itemCount = 0;
  let editedCount = 0;
  let keyNext = false;
  let trail = 0; // how many steps of the path the open objects have gone
  let onTrail = false; // the value that comes is the next step
  let member = '';
  let spaces = 0; // between tokens, in the member
  const atHome = () => trail === steps && open.length === steps + 1;
  let at = 0;

  /** Looked at as it goes by: nothing is built of what will be refused. */
  const skipsPayload = (): boolean => {
    const span = member === 'payload' ? spans.get(member) : undefined;
    if (!span || span.end < at || at - span.start - spaces <= MAX_PAYLOAD) return false;
    if (!path) throw new MemberTooLargeError(`payload: must not have more than ${MAX_PAYLOAD} bytes`);
    if (atHome()) return false; // this is its end
    at = endOfValue(text, at, open.length - steps - 1) - 1;
    open.length = steps + 1;
    return true;
  };

  for (; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keyNext && keys) {
          const key = stringAt(text, at, end);
          if (keys.has(key)) throw new JsonTextError('A key appears twice in one object.');
          if (++keyCount > MAX_KEYS) throw new JsonTextError(`The body has more than ${MAX_KEYS} keys.`);
          keys.add(key);
          keyNext = false;
          if (atHome()) member = key;
          else if (open.length === trail + 1) onTrail = key === path?.[trail];
        }
        at = end;
        break;
      }
      case 0x3a: // :
        if (atHome()) {
          spans.set(member, { start: at + 1, end: text.length, spaces: 0 });
          spaces = 0;
        }
        break;
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        spaces++;
        while (text.charCodeAt(at + 1) === 0x20) {
          spaces++;
          at++;
        }
        break;
      case 0x7b: // {
      case 0x5b: {
        const isObject = text.charCodeAt(at) === 0x7b;
        if (onTrail && isObject && open.length === trail + 1) trail++;
        onTrail = false;
        if (open.push(isObject ? new Set() : undefined) > MAX_DEPTH + steps) {
          throw new JsonTextError(`The body is nested more than ${MAX_DEPTH} deep.`);
        }
        keyNext = isObject;
        break;
      }
      case 0x2c: // ,
        if (skipsPayload()) break;
        keyNext = open.at(-1) !== undefined;
        if (member === 'edited' && ++editedCount > MAX_EDITED_ITEMS) {
          throw new JsonTextError(`What was edited has more than ${MAX_EDITED_ITEMS} values.`);
        }
        if (member !== 'edited' && member !== 'payload' && ++itemCount > MAX_ITEMS) {
          throw new JsonTextError(`The body has more than ${MAX_ITEMS} values.`);
        }
        if (atHome()) closeSpan(spans, member, at, spaces);
        break;
      case 0x7d: // }
      case 0x5d:
        if (skipsPayload()) break;
        if (atHome()) {
          closeSpan(spans, member, at, spaces);
          member = '';
        }
        if (trail > 0 && open.length === trail + 1) trail--;
        open.pop();
        keyNext = false;
        break;
    }
  }
  return spans;
}

function closeSpan(spans: ReadonlyMap<string, Span>, member: string, end: number, spaces: number): void {
  const span = spans.get(member);
  if (!span) return;
  span.end = end;
  span.spaces = spaces;
}

/** Where the value ends in which `depth` brackets are open at `from`: at the comma or bracket that follows it. */
export function endOfValue(text: string, from: number, depth: number): number {
  let open = depth;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2c && open === 0) return at;
    else if (code === 0x7b || code === 0x5b) open++;
    else if ((code === 0x7d || code === 0x5d) && open-- === 0) return at;
  }
  return text.length;
}

function stringAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw; // not JSON; JSON.parse of the whole will say so
  }
}

/** JSON.stringify that writes a JsonText as it stands. Members that are undefined are left out. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (!hasText(value)) return JSON.stringify(value) ?? 'null'; // several times faster
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  let members = '';
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members += `${members && ','}${JSON.stringify(key)}:${writeJson(member)}`;
  }
  return `{${members}}`;
}

/** Whether a JsonText is in it somewhere. */
function hasText(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof JsonText || (Array.isArray(value) ? value : Object.values(value)).some(hasText);
}

/** The same JSON, without what ends a line to many readers of events, though the standard knows CR and LF only. */
export function onOneLine(json: string): string {
  return json.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
