// What the reviewer changed: only paths the agent listed, only values the create body would take.

import { ActionCreate, PAYLOAD_MAX_BYTES, PREVIEW_FORMATS, type Preview } from '@countersign/contract';
import { unifiedDiff } from '@countersign/contract/shown/edit-diff';
import { readableJson } from '@countersign/contract/shown/json-layout';
import { canonical } from '../../base/canonical-json.ts';
import { scan } from '../../base/json-text.ts';
import { type JsonTree, readTree } from '../../base/json-tree.ts';
import { Problem } from '../../base/problem.ts';
import { issuesOf } from '../../base/validate.ts';
import type { ActionRow } from '../../storage/schema.ts';

export interface AcceptedEdits {
  readonly edited_fields: readonly string[];
  /** Undefined where the original stands. */
  readonly title?: string;
  readonly format?: Preview['format'];
  readonly body?: string;
  readonly target_url?: string;
  readonly payload?: string;
}

interface Accepted {
  readonly accepted: AcceptedEdits;
  /** Of each changed field. Not made yet: each may take a while, and others want their turn. */
  readonly diffs: readonly (() => string)[];
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

/** So many keys at fault are named, and so much of each: an answer must not be a thousand times its request. */
const MAX_INVALID_KEYS = 20;
const MAX_KEY_LENGTH = 200;

/** `edited` is the source text of the reviewer's map. Throws `not_editable` and names the keys that are at fault. */
export function acceptEdits(action: ActionRow, edited: string | undefined): Accepted {
  const editable = JSON.parse(action.editable) as string[];
  const refuse = (invalid: readonly string[]) => {
    const invalid_keys = invalid.slice(0, MAX_INVALID_KEYS).map((key) => key.slice(0, MAX_KEY_LENGTH));
    const detail = 'Only the fields listed in `editable` can be edited, with values the create body would take.';
    return new Problem('not_editable', { detail, invalid_keys, editable });
  };

  const { edits, invalid } = flatten(edited === undefined ? NOTHING : readTree(edited), editable);
  const texts = new Map<TextField, string>();
  const payload = action.payload === null ? undefined : readTree(action.payload);
  const overlapping = overlapsIn([...edits.keys()]);
  const replacements: Replacement[] = [];
  const diffs: (() => string)[] = [];
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
        diffs.push(() => unifiedDiff(path, before, after));
      }
      continue;
    }
    const before = payload && valueAt(payload, path);
    if (!before || overlapping.has(path)) {
      invalid.push(path);
    } else if (isOther(before.source, value.source)) {
      replacements.push({ segments: segmentsOf(path), value });
      changed.push(path);
      diffs.push(() => unifiedDiff(path, readableJson(before.source), readableJson(value.source)));
    }
  }

  const newPayload = payload && replacements.length > 0 ? replaceIn(payload, replacements) : undefined;
  if (newPayload !== undefined && !fitsCreateBody(newPayload)) invalid.push(...changed.filter(isPayloadPath));
  if (invalid.length > 0) throw refuse(invalid);

  const title = texts.get('title');
  const format = texts.get('preview.format') as Preview['format'] | undefined;
  const body = texts.get('preview.body');
  const target_url = texts.get('target_url');
  const accepted = {
    edited_fields: changed,
    ...(title === undefined ? {} : { title }),
    ...(format === undefined ? {} : { format }),
    ...(body === undefined ? {} : { body }),
    ...(target_url === undefined ? {} : { target_url }),
    ...(newPayload === undefined ? {} : { payload: newPayload }),
  };
  return { accepted, diffs };
}

/** Not in another notation alone: escapes, blanks and the order of keys are no part of what is approved, digits are. */
const isOther = (before: string, after: string) => before !== after && canonical(before) !== canonical(after);

const NOTHING: JsonTree = { source: '{}', entries: [] };

/** A nested object whose leaves are listed paths is read as those paths. A listed path of no known field never matches. */
function flatten(tree: JsonTree, editable: readonly string[]): { edits: Map<string, JsonTree>; invalid: string[] } {
  const listed = new Set(editable.filter((path) => isTextField(path) || isPayloadPath(path)));
  const edits = new Map<string, JsonTree>();
  const invalid: string[] = [];
  const visit = (node: JsonTree, prefix: string) => {
    for (const { key, value } of node.entries ?? []) {
      if (invalid.length === MAX_INVALID_KEYS) return; // joining and looking up long names costs memory and time
      const path = `${prefix}${key}`;
      if (listed.has(path) && !edits.has(path)) edits.set(path, value);
      else if (value.entries?.length && !edits.has(path)) visit(value, `${path}.`);
      else invalid.push(path);
    }
  };
  visit(tree, '');
  return { edits, invalid };
}

function acceptableText(path: TextField, value: JsonTree): string | undefined {
  if (!value.source.startsWith('"')) return undefined;
  const text = JSON.parse(value.source) as string;
  return issuesOf(TEXT_FIELDS[path].schema, text).length === 0 ? text : undefined;
}

const isPayloadPath = (path: string) => path === 'payload' || path.startsWith('payload.');

const segmentsOf = (path: string) => path.split('.').slice(1);

/** Edits of which one lies inside the other: which should win? Neither. */
function overlapsIn(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  let outer = '.';
  // With the dot at its end a path stands right before all that lie inside it.
  for (const path of paths.map((path) => `${path}.`).toSorted()) {
    if (path.startsWith(outer)) found.add(outer.slice(0, -1)).add(path.slice(0, -1));
    else outer = path;
  }
  return found;
}

/** `path` begins with `payload`; a path that names no field gives undefined. */
function valueAt(payload: JsonTree, path: string): JsonTree | undefined {
  if (!isPayloadPath(path)) return undefined;
  return segmentsOf(path).reduce<JsonTree | undefined>((node, segment) => node && childOf(node, segment), payload);
}

function childOf(node: JsonTree, segment: string): JsonTree | undefined {
  if (node.entries) return node.entries.find(({ key }) => key === segment)?.value;
  return /^(0|[1-9]\d*)$/.test(segment) ? node.items?.[Number(segment)] : undefined;
}

/** So much of it is given along with an action: paths may lie within one another. */
const MOST_VALUES = 524_288;

/** The source text of each editable value of the payload. */
export function payloadValues({ payload, editable }: Pick<ActionRow, 'payload' | 'editable'>): Record<string, string> {
  const paths = (JSON.parse(editable) as string[]).filter(isPayloadPath);
  if (payload === null || paths.length === 0) return {};
  const tree = readTree(payload);
  const values: [string, string][] = [];
  let size = 0;
  for (const path of new Set(paths)) {
    const value = valueAt(tree, path);
    if (!value) continue;
    size += value.source.length;
    if (size > MOST_VALUES) break;
    values.push([path, value.source]);
  }
  return Object.fromEntries(values);
}

interface Replacement {
  readonly segments: readonly string[];
  readonly value: JsonTree;
}

/** The new text, all edits in one pass. None lies inside another. */
function replaceIn(node: JsonTree, edits: readonly Replacement[]): string {
  if (edits[0]?.segments.length === 0) return edits[0].value.source;
  const groups = Map.groupBy(edits, ({ segments }) => segments[0]);
  const child = (name: string, before: JsonTree) => {
    const inside = groups.get(name)?.map(({ segments, value }) => ({ segments: segments.slice(1), value }));
    return inside ? replaceIn(before, inside) : before.source;
  };
  if (node.items) return `[${node.items.map((item, index) => child(String(index), item)).join(',')}]`;
  if (!node.entries) return node.source;
  return `{${node.entries.map(({ key, source, value }) => `${source}:${child(key, value)}`).join(',')}}`;
}

function fitsCreateBody(payload: string): boolean {
  if (Buffer.byteLength(payload) > PAYLOAD_MAX_BYTES) return false;
  try {
    scan(`{"payload":${payload}}`); // it is made of JSON
    return true;
  } catch {
    return false; // an edit can nest deeper, or bring more keys, than the original had
  }
}
