// What the service answers when it says no.

import type { ProblemBody, ProblemCode } from '@countersign/contract';

export class CountersignProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly requestId: string;
  /** The whole answer: `issues`, `current_status` and the like, where the code has them. */
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.detail ?? problem.title);
    this.name = 'CountersignProblem';
    this.code = problem.error;
    this.status = problem.status;
    this.requestId = problem.request_id;
    this.problem = problem;
  }
}

/** The answer was not one of the service: a proxy's error page, or something else at that address. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(status: number, url: string) {
    super(`${url} answered ${status} without saying why. Is this the address of a Countersign server?`);
    this.name = 'UnexpectedAnswer';
    this.status = status;
  }
}
