// What the reviewer changed: only paths the agent listed, only values the create body would take.

import { ActionCreate, PAYLOAD_MAX_BYTES, PREVIEW_FORMATS, type Preview } from '@countersign/contract';
import { type JsonTree, readTree, writeTree, writeTreeIndented } from '../../base/json-text.ts';
import { Problem } from '../../base/problem.ts';
import { issuesOf } from '../../base/validate.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { unifiedDiff } from './diff.ts';

export interface Edited {
  readonly edited_fields: readonly string[];
  /** Undefined where the original stands. */
  readonly title?: string;
  readonly format?: Preview['format'];
  readonly body?: string;
  readonly target_url?: string;
  readonly payload?: string;
  readonly diff: string | null;
}

type TextField = 'title' | 'preview.format' | 'preview.body' | 'target_url';

const TEXT_FIELDS = {
  title: { schema: ActionCreate.properties.title, of: (action: ActionRow) => action.title },
  'preview.format': { schema: { enum: [...PREVIEW_FORMATS] }, of: (action: ActionRow) => action.preview_format },
  'preview.body': {
    schema: ActionCreate.properties.preview.properties.body,
    of: (action: ActionRow) => action.preview_body,
  },
  target_url: { schema: ActionCreate.properties.target_url, of: (action: ActionRow) => action.target_url },
};

const isTextField = (path: string): path is TextField => Object.hasOwn(TEXT_FIELDS, path);

/** `edited` is the source text of the reviewer's map. Throws `not_editable` and names every key that is at fault. */
export function applyEdits(action: ActionRow, edited: string | undefined): Edited {
  const editable = JSON.parse(action.editable) as string[];
  const refuse = (invalid_keys: string[]) => {
    const detail = 'Only the fields listed in `editable` can be edited, with values the create body would take.';
    return new Problem('not_editable', { detail, invalid_keys, editable });
  };

  const { edits, invalid } = edited === undefined ? NONE : flatten(readTree(edited), editable);
  const texts = new Map<TextField, string>();
  let payload = action.payload === null ? undefined : readTree(action.payload);
  const diffs: string[] = [];
  const changed: string[] = [];

  for (const [path, value] of edits) {
    if (isTextField(path)) {
      const before = TEXT_FIELDS[path].of(action);
      const after = acceptableText(path, value);
      if (before === null || after === undefined) {
        invalid.push(path);
      } else if (after !== before) {
        texts.set(path, after);
        changed.push(path);
        diffs.push(unifiedDiff(path, before, after));
      }
      continue;
    }
    const before = payload && valueAt(payload, path);
    if (!payload || !before || overlaps(path, edits)) {
      invalid.push(path);
    } else if (writeTree(before) !== writeTree(value)) {
      payload = replaceAt(payload, segmentsOf(path), value);
      changed.push(path);
      diffs.push(unifiedDiff(path, `${writeTreeIndented(before)}\n`, `${writeTreeIndented(value)}\n`));
    }
  }

  const newPayload = changed.some(isPayloadPath) && payload ? writeTree(payload) : undefined;
  if (newPayload !== undefined && Buffer.byteLength(newPayload) > PAYLOAD_MAX_BYTES)
    invalid.push(...changed.filter(isPayloadPath));
  if (invalid.length > 0) throw refuse(invalid);

  const title = texts.get('title');
  const format = texts.get('preview.format') as Preview['format'] | undefined;
  const body = texts.get('preview.body');
  const target_url = texts.get('target_url');
  return {
    edited_fields: changed,
    ...(title === undefined ? {} : { title }),
    ...(format === undefined ? {} : { format }),
    ...(body === undefined ? {} : { body }),
    ...(target_url === undefined ? {} : { target_url }),
    ...(newPayload === undefined ? {} : { payload: newPayload }),
    diff: diffs.length === 0 ? null : diffs.join(''),
  };
}

const NONE: { edits: Map<string, JsonTree>; invalid: string[] } = { edits: new Map(), invalid: [] };

/** A nested object whose leaves are listed paths is read as those paths. */
function flatten(tree: JsonTree, editable: readonly string[]): { edits: Map<string, JsonTree>; invalid: string[] } {
  const edits = new Map<string, JsonTree>();
  const invalid: string[] = [];
  const visit = (node: JsonTree, prefix: string) => {
    for (const { key, value } of 'entries' in node ? node.entries : []) {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      if (editable.includes(path) && !edits.has(path)) edits.set(path, value);
      else if ('entries' in value && value.entries.length > 0 && !edits.has(path)) visit(value, path);
      else invalid.push(path);
    }
  };
  visit(tree, '');
  return { edits, invalid };
}

function acceptableText(path: TextField, value: JsonTree): string | undefined {
  if (!('source' in value) || !value.source.startsWith('"')) return undefined;
  const text = JSON.parse(value.source) as string;
  return issuesOf(TEXT_FIELDS[path].schema, text).length === 0 ? text : undefined;
}

const isPayloadPath = (path: string) => path === 'payload' || path.startsWith('payload.');

const segmentsOf = (path: string) => path.split('.').slice(1);

/** Two edits of which one lies inside the other: which should win? Neither. */
function overlaps(path: string, edits: ReadonlyMap<string, JsonTree>): boolean {
  return [...edits.keys()].some((other) => other.startsWith(`${path}.`) || path.startsWith(`${other}.`));
}

/** `path` begins with `payload`; a path that names no field gives undefined. */
function valueAt(payload: JsonTree, path: string): JsonTree | undefined {
  if (!isPayloadPath(path)) return undefined;
  return segmentsOf(path).reduce<JsonTree | undefined>((node, segment) => node && childOf(node, segment), payload);
}

function childOf(node: JsonTree, segment: string): JsonTree | undefined {
  if ('entries' in node) return node.entries.find(({ key }) => key === segment)?.value;
  return 'items' in node && /^(0|[1-9]\d*)$/.test(segment) ? node.items[Number(segment)] : undefined;
}

function replaceAt(node: JsonTree, [segment, ...rest]: readonly string[], value: JsonTree): JsonTree {
  if (segment === undefined) return value;
  if ('entries' in node) {
    const entries = node.entries.map((entry) =>
      entry.key === segment ? { ...entry, value: replaceAt(entry.value, rest, value) } : entry,
    );
    return { entries };
  }
  if ('items' in node) {
    return {
      items: node.items.map((item, index) => (String(index) === segment ? replaceAt(item, rest, value) : item)),
    };
  }
  return node;
}
