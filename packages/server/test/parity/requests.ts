// Requests made from the contract's schemas: most of them valid, many nearly so.

import { type Operation, type OperationName, operations } from '@countersign/contract';
import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** `{id}` stands for an id that an earlier answer gave: the `pick`-th of those known, on either side. */
export interface Request {
  readonly name: OperationName;
  readonly pick: number;
  readonly body: unknown;
  readonly query: readonly (readonly [string, string])[];
}

interface AnySchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly AnySchema[];
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly required?: readonly string[];
  readonly items?: AnySchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Few words, so that replays, duplicates and search hits happen. */
const WORDS = ['a', 'Pay', 'ÀÉ', 'straße', 'Σας', '100%', 'x_y', "it's", '漢字仮名', '😀', '\\', '"', '  ', 'approve'];
const word = fc.constantFrom(...WORDS);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

const PATHS = ['preview.body', 'title', 'payload', 'payload.a', 'payload.0', 'nowhere', 'target_url', '__proto__.x'];

const URLS = [
  'https://agent.example/hook',
  'http://127.0.0.1/',
  'javascript:alert(1)',
  'https://ünicode.example/ü',
  'no',
];

function valid(schema: AnySchema, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, name)));
  if (name === 'edited') return edited;
  if (name === 'editable') return fc.array(fc.constantFrom(...PATHS), { maxLength: 3 });
  if (name === 'timezone') return fc.constantFrom('UTC', 'Europe/Prague', 'Mars/Olympus', '+01:00');
  if (schema.format === 'uri') return fc.constantFrom(...URLS);
  switch (schema.type) {
    case 'string':
      return schema.pattern?.includes('A-Za-z0-9_-') ? fc.constantFrom('', 'web', 'x'.repeat(64)) : phrase;
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 2_000_000_000, 2_000_000_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valid(schema.items ?? {}), { minLength: 1, maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return schema.properties
        ? validObject(schema)
        : fc.dictionary(word, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
    default:
      return payload;
  }
}

const payload = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.record({ a: fc.jsonValue({ maxDepth: 1 }), b: fc.integer() }),
  fc.constant([1, 2, 3]),
);
const edited = fc.dictionary(fc.constantFrom(...PATHS), fc.oneof(phrase, fc.jsonValue({ maxDepth: 1 })), {
  maxKeys: 2,
});

function validObject(schema: AnySchema): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, valid(member, name)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])] });
}

const junk = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('\u0000', '\ud800', 1e21, -0, 300.5, '', null));

/** One member more, less or other than it should be. */
function nearly(schema: AnySchema): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), 'unknown', '__proto__'];
  return fc.tuple(valid(schema), fc.constantFrom(...names), fc.option(junk)).map(([body, name, value]) => {
    const entries = Object.entries(body as object).filter(([key]) => key !== name);
    return Object.fromEntries(value === null ? entries : [...entries, [name, value]]);
  });
}

function requestOf(name: OperationName): fc.Arbitrary<Request> {
  const operation: Operation = operations[name];
  const schema = operation.body as AnySchema | undefined;
  const body = schema
    ? fc.oneof({ weight: 4, arbitrary: valid(schema) }, { weight: 1, arbitrary: nearly(schema) })
    : fc.constant(undefined);
  const query = operation.query ? queryOf(operation.query) : fc.constant([]);
  return fc.record({ name: fc.constant(name), pick: fc.nat({ max: 40 }), body, query });
}

function queryOf(schema: TSchema): fc.Arbitrary<[string, string][]> {
  const names = Object.keys((schema as AnySchema).properties ?? {}).filter(
    (name) => name !== 'cursor' && name !== 'wait',
  );
  if (names.length === 0) return fc.constant([]);
  const value = fc.oneof(
    word,
    phrase,
    fc.integer({ min: -1, max: 300 }).map(String),
    fc.constantFrom('pending', 'expired', 'key.', 'csv'),
  );
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: 2, selector: ([name]) => name });
}

/** Not those that tell how far the audit log is sealed, which each server does in its own time; nor what never ends. */
const LEFT_OUT: readonly OperationName[] = [
  'getOpenApi',
  'getAbout',
  'exportAudit',
  'exportProject',
  'verifyAudit',
  'streamEvents',
  'holdDecision', // decided in its own time, too
  'undoDecision',
  'getTimeline', // tells of attempts, which come in their own time
  'eraseProject', // it would leave nothing to ask about
  'startDemo',
  'getDemo',
  'endDemo',
  'getStats', // sums over what each server has counted by then
  'getUsage',
  'getVapidPublicKey', // each server has a key of its own
  // What watchers do by themselves, each server in its own time.
  'getWatcher',
  'listWatchers',
  'updateWatcher',
  'runWatcher',
  'listWatcherRuns',
  'listWatcherItems',
  'previewWatcher',
];
const NAMES = (Object.keys(operations) as OperationName[]).filter((name) => !LEFT_OUT.includes(name));
/** Half of all, however many operations there are. */
const COMMON: OperationName[] = ['createAction', 'decideAction', 'listActions', 'getAction'];

export const requests: fc.Arbitrary<Request> = fc
  .oneof(fc.constantFrom(...NAMES), fc.constantFrom(...COMMON))
  .chain(requestOf);
