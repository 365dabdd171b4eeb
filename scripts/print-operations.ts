// Operations → TypeScript: the shapes as plain types, a method signature per operation, and the table the client calls by.
// The SDK ships what is printed here, so that whoever installs it needs neither the contract nor its schema library.

import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../packages/contract/src/index.ts';

interface Described {
  readonly operations: Readonly<Record<string, Operation>>;
  /** Schemas that get a name; wherever one appears, the name stands for it. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /**
   * For strangers, who are to have it small. Source text: names that neither it nor a method speaks of are left out; and
   * members are explained only where agents meet them. Without it, all is there.
   */
  readonly spokenOfIn?: string;
}

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};

export function printOperations({ operations, schemas, spokenOfIn }: Described): string {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const isBrief = spokenOfIn !== undefined;
  const met = metByAgents(operations, schemas, names);
  const typeOf = (schema: unknown, own?: string, isPlain = false) =>
    printType(schema as Schema, { names, isPlain }, own);
  const named = Object.entries(schemas).map(([name, schema]) => {
    const text = typeOf(schema, name, isBrief && !met.has(name));
    return text.startsWith('{\n') ? `export interface ${name} ${text}` : `export type ${name} = ${text};`;
  });
  const entries = Object.entries(operations);
  const methods = entries
    .map(([name, operation]) => {
      const isPlain = isBrief && operation.scope !== 'actions';
      return `${signature(name, operation, (schema) => typeOf(schema, undefined, isPlain))}\n`;
    })
    .join('\n');
  return `// Made from packages/contract by \`npm run generate\`; edits here are lost.
// The shapes of the service, a method for each operation, and the table the client calls by.

import type { CallOptions, Paged } from './calls.ts';

${(isBrief ? spokenOf(named, methods + spokenOfIn) : named).join('\n\n')}

export interface OperationMethods {
${methods}}

/** Method, path, what comes after the path's parameters, and what is special about it. */
export type OperationRow = readonly [string, string, ('body' | 'query' | '')?, ('paged' | 'repeatable' | 'slow' | 'streamed')?];

export const OPERATIONS: Readonly<Record<keyof OperationMethods, OperationRow>> = {
${entries.map(([name, operation]) => `  ${name}: ${row(operation)},`).join('\n')}
};
`;
}

/** The names of the shapes that operations of agents take and give, whole or in part. */
function metByAgents(
  operations: Described['operations'],
  schemas: Described['schemas'],
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const met = new Set<string>();
  const meet = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return;
    const name = names.get(JSON.stringify(schema));
    if (name !== undefined) met.add(name);
    for (const inner of Object.values(schema)) meet(inner);
  };
  for (const { scope, body, replies } of Object.values(operations)) {
    if (scope === 'actions') meet([body, replies]);
  }
  for (const own of ['ProblemBody', 'ReceiptClaims']) meet(schemas[own]);
  return met;
}

/** The types that the text, or another that stays, speaks of. */
function spokenOf(types: readonly string[], text: string): readonly string[] {
  const kept = types.filter((type) => {
    const speaks = new RegExp(`\\b${/^export \w+ (\w+)/.exec(type)?.[1]}\\b`);
    return speaks.test(text) || types.some((other) => other !== type && speaks.test(other));
  });
  return kept.length === types.length ? kept : spokenOf(kept, text);
}

function signature(name: string, operation: Operation, typeOf: (schema: unknown) => string): string {
  const input = operation.body ?? operation.query;
  const parameters = [
    ...pathParameters(operation.path).map((parameter) => `${parameter}: string`),
    ...(input
      ? [`${operation.body ? 'body' : 'query'}${isOptional(input) ? '?' : ''}: ${indented(typeOf(input))}`]
      : []),
    `options?: CallOptions${operation.headers?.properties['if-match'] ? ' & { digest?: string }' : ''}${
      operation.body && operation.query ? ` & { query?: ${indented(typeOf(operation.query))} }` : ''
    }`,
  ];
  const doc = `  /** ${operation.summary}.${operation.scope === 'public' ? '' : ` Scope: ${operation.scope}.`} */`;
  return `${doc}\n  ${name}(${parameters.join(', ')}): ${answerOf(operation, typeOf)};`;
}

function answerOf(operation: Operation, typeOf: (schema: unknown) => string): string {
  if (operation.streams) return 'AsyncGenerator<string>';
  const types = Object.entries(operation.replies).map(([status, schema]) =>
    status === '204' || status === '303' ? 'void' : indented(typeOf(schema)),
  );
  const type = [...new Set(types)].join(' | ');
  return isPaged(operation) ? `Paged<${type}>` : `Promise<${type}>`;
}

function row(operation: Operation): string {
  const special = operation.streams
    ? 'streamed'
    : isPaged(operation)
      ? 'paged'
      : operation.slow
        ? 'slow'
        : operation.repeatable && 'repeatable';
  const takes = operation.body ? 'body' : operation.query ? 'query' : special && '';
  const members = [operation.method, operation.path, takes, special].filter((member) => member !== undefined);
  return `[${members.map((member) => `'${member}'`).join(', ')}]`;
}

function isPaged({ query, replies }: Operation): boolean {
  const page = replies[200] as Partial<TObject> | undefined;
  return Boolean(query?.properties.cursor && page?.properties?.items && page.properties.next_cursor);
}

function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function isOptional(input: TSchema): boolean {
  return ((input as Schema).required ?? []).length === 0;
}

interface Printing {
  readonly names: ReadonlyMap<string, string>;
  /** Without what is said of members. */
  readonly isPlain: boolean;
}

function printType(schema: Schema, printing: Printing, own?: string): string {
  const name = printing.names.get(JSON.stringify(schema));
  if (name !== undefined && name !== own) return name;
  const part = (inner: Schema) => printType(inner, printing);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(part))].join(' | ');
  if (schema.allOf) return schema.allOf.map(part).join(' & ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = schema.items ? part(schema.items) : 'unknown';
      return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return printObject(schema, part, printing.isPlain);
    case undefined:
      return 'unknown';
  }
  throw new Error(`No type for ${JSON.stringify(schema)}`);
}

function printObject(schema: Schema, part: (inner: Schema) => string, isPlain: boolean): string {
  const [values] = Object.values(schema.patternProperties ?? {});
  if (values) return `Record<string, ${part(values)}>`;
  if (typeof schema.additionalProperties === 'object') return `Record<string, ${part(schema.additionalProperties)}>`;
  if (!schema.properties) return 'Record<string, unknown>';
  const members = Object.entries(schema.properties).map(([key, member]) => {
    const doc = member.description && !isPlain ? `  /** ${member.description.replaceAll('*/', '* /')} */\n` : '';
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key);
    return `${doc}  ${name}${schema.required?.includes(key) ? '' : '?'}: ${indented(part(member))};\n`;
  });
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
