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

/** What is not a Problem is a fault of ours: the caller learns only that, or what whoever runs the server has to do. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('internal', isReplaced(error) ? { detail: REPLACED } : {});
}

const REPLACED = 'The program of this server was replaced while it ran. Start it anew.';

/** What is rarely needed is read when it is: after an update in place it is not there any more. */
function isReplaced(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND';
}
