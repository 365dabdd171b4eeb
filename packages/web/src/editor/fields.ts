// What of an action can be changed: each path with its type, as it is edited and as it is sent.

import type { InboxAction } from '@countersign/contract';
import { compact, readableJson } from '@countersign/contract/shown/json-layout';
import { number, type Plain, t } from '../i18n/translate.ts';

export type FieldType = 'text' | 'line' | 'choice' | 'number' | 'yes_no' | 'json';

export interface Field {
  readonly path: string;
  readonly label: string;
  readonly type: FieldType;
  /** As it is edited. */
  readonly before: string;
  /** As it stands in the diff. */
  readonly shownBefore: string;
}

const LABELS: Readonly<Record<string, Plain>> = {
  title: 'Title',
  'preview.body': 'Content',
  'preview.format': 'Format',
  target_url: 'Target',
};

/** Of the action itself, not of its payload. A path may be any word: `toString`, too. */
const isOwn = (path: string) => Object.hasOwn(LABELS, path);

const CHARACTERS_MAX = 262_144;
const TITLE_MAX = 500;

/** In the order of the agent's list; paths that lead to nothing are left out. */
export function fieldsOf(action: InboxAction): Field[] {
  return [...new Set(action.editable)].flatMap((path) => fieldAt(action, path) ?? []);
}

function fieldAt(action: InboxAction, path: string): Field | undefined {
  const known = isOwn(path) ? LABELS[path] : undefined;
  const label = known ? t(known) : path;
  const own = ownText(action, path);
  if (own) return { path, label, type: own[0], before: own[1], shownBefore: own[1] };
  const source = Object.hasOwn(action.editable_values, path) ? action.editable_values[path] : undefined;
  if (source === undefined) return undefined;
  const shownBefore = readableJson(source);
  if (source.startsWith('"')) return { path, label, type: 'text', before: JSON.parse(source) as string, shownBefore };
  if (source === 'true' || source === 'false') return { path, label, type: 'yes_no', before: source, shownBefore };
  if (/^[-\d]/.test(source)) return { path, label, type: 'number', before: source, shownBefore };
  return { path, label, type: 'json', before: shownBefore.trimEnd(), shownBefore };
}

function ownText({ title, preview, target_url }: InboxAction, path: string): [FieldType, string] | undefined {
  if (path === 'title') return ['line', title];
  if (path === 'preview.body') return ['text', preview.body];
  if (path === 'preview.format') return ['choice', preview.format];
  if (path === 'target_url' && target_url !== undefined) return ['line', target_url];
  return undefined;
}

/** What is wrong with a value, for the person who typed it. */
export function wrongWith({ path, type }: Field, text: string): string | undefined {
  if (path === 'title' && (text.trim() === '' || [...text].length > TITLE_MAX))
    return t('A title has 1 to {most} characters.', { most: TITLE_MAX });
  if (text.length > CHARACTERS_MAX && [...text].length > CHARACTERS_MAX)
    return t('At most {most} characters.', { most: number(CHARACTERS_MAX) });
  if (path === 'target_url' && !URL.canParse(text)) return t('Not an address.');
  if (type === 'number' && !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim())) return t('Not a number.');
  if (type !== 'json' && type !== 'number') return undefined;
  try {
    JSON.parse(text);
    const changed = numbersIn(text).find((number) => !isKept(number));
    return changed && t('This browser would change {number}, which it cannot hold.', { number: changed });
  } catch (error) {
    return t('Not JSON: {why}', { why: error instanceof Error ? error.message : String(error) });
  }
}

/** Numbers keep their digits where the browser can write them as they stand. */
const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

/** So many digits come back from a double as they went in. */
const DIGITS_KEPT = 15;
/** Closer to nothing it holds fewer of them, and at last none. */
const SMALLEST_WHOLE = 2 ** -1022;

/** Else it would be sent as another, also where something beside it was edited. */
function isKept(number: string): boolean {
  if (raw) return true;
  const digits = number
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
  if (digits === '') return !number.startsWith('-'); // -0 would be sent as 0
  const size = Math.abs(Number(number));
  return digits.length <= DIGITS_KEPT && size >= SMALLEST_WHOLE && Number.isFinite(size);
}

const numbersIn = (json: string): readonly string[] =>
  (json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? []).filter((token) => !token.startsWith('"'));

/** As it is sent. Only of what has nothing wrong with it. */
export function sentOf({ path, type }: Field, text: string): unknown {
  if (isOwn(path) || type === 'text') return text;
  if (type === 'yes_no') return text === 'true';
  if (type === 'number') return raw ? raw(text.trim()) : Number(text);
  return JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' && raw && context?.source !== undefined ? raw(context.source) : value,
  );
}

/** As it stands in the diff: the same text that the server makes of what it is sent. */
export function shownOf(field: Field, text: string): string {
  if (isOwn(field.path)) return text;
  return readableJson(compact(JSON.stringify(sentOf(field, text))));
}
