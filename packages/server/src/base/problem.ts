// The one way to say no: a code of the contract's list, and the facts that go with it.

import { PROBLEMS, type ProblemBody, type ProblemCode } from '@countersign/contract';

/** What may stand beside the code in the answer. `headers` go on the response, not into the body. */
export type ProblemFacts = Partial<Omit<ProblemBody, 'type' | 'title' | 'status' | 'error' | 'request_id'>> & {
  readonly headers?: Readonly<Record<string, string>>;
};

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    super(facts.detail ?? PROBLEMS[code].title);
    this.name = 'Problem';
    this.code = code;
    this.facts = facts;
  }
}

/** Whether it is an answer to what was asked. After anything else it may be tried again, or nobody knows what became of it. */
export function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && error.code !== 'unavailable' && error.code !== 'internal';
}

/** For what comes after a commit: `unavailable` would promise that nothing was changed. Decision 13. */
export const butSaved = (detail: string) => (error: unknown) => {
  const isAway = error instanceof Problem && error.code === 'unavailable';
  throw isAway ? new Problem('internal', { detail }) : error;
};

/** The usual way to refuse one field of a request. */
export function invalid(path: string, message: string): Problem {
  return new Problem('validation_failed', { detail: `${path}: ${message}`, issues: [{ path, message }] });
}

/** One answer for every kind of no: missing, malformed, unknown, revoked, expired. */
export function unauthenticated(): Problem {
  return new Problem('unauthenticated', { detail: 'Sign in, or send a valid key as "Authorization: Bearer csk_…".' });
}
