// Operations → OpenAPI 3.1. Pure: the same operations give the same document.

import type { TObject, TSchema } from 'typebox';
import { type Operation, problemsOf, roleOf } from './operation.ts';
import { PROBLEMS, ProblemBody, type ProblemCode } from './problems.ts';

interface Described {
  readonly operations: Readonly<Record<string, Operation>>;
  /** Schemas that get a name under components; wherever one appears, a reference stands for it. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  readonly version: string;
}

type Json = { [member: string]: unknown };

export function openapi({ operations, schemas, version }: Described): Json {
  const named = { ...schemas, Problem: ProblemBody };
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));
  const refer = (schema: unknown): unknown => withReferences(schema, names);

  const paths: Record<string, Record<string, Json>> = {};
  for (const [operationId, operation] of Object.entries(operations)) {
    const described = { [operation.method.toLowerCase()]: describe(operationId, operation, refer) };
    paths[operation.path] = { ...paths[operation.path], ...described };
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description: 'Human approval for AI agents: propose an action, have a person decide it, report what came of it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1' }],
    security: [{ key: [] }, { session: [] }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `csk_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description:
            'Someone signed in to the inbox; on another port than 443 `_` and the port come after it, over plain http it is `sid_` and the port',
        },
      },
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, withReferences(schema, names, name)]),
      ),
    },
  };
}

function describe(operationId: string, operation: Operation, refer: (schema: unknown) => unknown): Json {
  const parameters = [
    ...parametersIn('path', operation.params, refer),
    ...parametersIn('query', operation.query, refer),
    ...parametersIn('header', operation.headers, refer),
  ];
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...accessTo(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: ((operation.body as TObject).required ?? []).length > 0,
            content: { 'application/json': { schema: refer(operation.body) } },
          },
        }
      : {}),
    responses: { ...successes(operation, refer), ...failures(operation) },
  };
}

/** Scope and role: what a key needs, and what someone signed in does. */
function accessTo(operation: Operation): Json {
  const { scope, fresh } = operation;
  if (scope === 'public') return { security: [] };
  const person = { 'x-role': roleOf(operation), ...(fresh ? { 'x-fresh': true } : {}) };
  return scope === 'person' ? { security: [{ session: [] }], ...person } : { 'x-scope': scope, ...person };
}

function parametersIn(place: 'path' | 'query' | 'header', schema: TObject | undefined, refer: (s: unknown) => unknown) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    schema: refer(property),
  }));
}

function successes(operation: Operation, refer: (schema: unknown) => unknown): Json {
  return Object.fromEntries(
    Object.entries(operation.replies).map(([status, schema]) => {
      if (status === '204') return [status, { description: 'Done' }];
      const media = operation.streams ?? ['application/json'];
      const content = Object.fromEntries(media.map((type) => [type, { schema: refer(schema) }]));
      return [status, { description: status === '201' ? 'Created' : 'OK', content }];
    }),
  );
}

function failures(operation: Operation): Json {
  const byStatus = Map.groupBy(problemsOf(operation), (code: ProblemCode) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        'x-codes': codes,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** A copy in which every named schema below the top (or below `own`) is a reference. */
function withReferences(value: unknown, names: ReadonlyMap<string, string>, own?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(JSON.stringify(value));
  if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withReferences(member, names)]));
}
