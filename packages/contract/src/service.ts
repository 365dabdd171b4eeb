// What the service says about itself.

import { Type } from 'typebox';
import type { Operation } from './operation.ts';

export const About = Type.Object({
  version: Type.String(),
  started_at: Type.Integer({ description: 'When this instance started' }),
  database: Type.Object({
    engine: Type.Enum(['sqlite', 'postgres'] as const),
    version: Type.String(),
    bytes: Type.Integer({ description: 'The whole database, every project' }),
  }),
});
export type About = Type.Static<typeof About>;

export const serviceOperations = {
  getAbout: {
    method: 'GET',
    path: '/about',
    tag: 'Service',
    scope: 'admin',
    summary: 'Which server this is, and what it keeps its data in',
    limit: 'list',
    replies: { 200: About },
    problems: [],
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    scope: 'public',
    summary: 'This interface as OpenAPI 3.1',
    replies: { 200: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) },
    problems: [],
  },
} as const satisfies Record<string, Operation>;
