// A Problem → application/problem+json (RFC 9457). The only place where an error becomes an answer.

import { PROBLEMS, type ProblemCode } from '@countersign/contract';
import { Problem } from '../base/problem.ts';
import type { Answer } from './answer.ts';

/** Which headers a code always has, whoever says it. */
const HEADERS: Partial<Record<ProblemCode, Readonly<Record<string, string>>>> = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
};

export function problemAnswer({ code, facts: { headers, ...facts } }: Problem, request_id: string): Answer {
  const { status, title } = PROBLEMS[code];
  const body = { type: `/docs/errors#${code}`, title, status, error: code, request_id, ...facts };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...HEADERS[code], ...headers },
    body: JSON.stringify(body),
  };
}

/** What is not a Problem is a fault of ours: the caller learns only that. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal');
}
