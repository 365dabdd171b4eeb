// What the service says about itself.

import { Type } from 'typebox';
import type { Operation } from './operation.ts';

export const serviceOperations = {
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
