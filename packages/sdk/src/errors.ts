// What the client throws. Everything is a CountersignError with a `code`; what the service refused is a CountersignProblem.

import type { ActionCreated, ProblemBody } from './operations.ts';

export type ProblemCode = ProblemBody['error'];

export class CountersignError extends Error {
  override readonly name: string = 'CountersignError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The service said no, and why. */
export class CountersignProblem extends CountersignError {
  override readonly name: string = 'CountersignProblem';
  declare readonly code: ProblemCode;
  readonly status: number;
  readonly requestId: string;
  /** Which members were wrong, when the code is `validation_failed`. */
  readonly issues: NonNullable<ProblemBody['issues']>;
  /** The whole answer: `current_status`, `invalid_keys` and the like, where the code has them. */
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.error, messageOf(problem));
    this.status = problem.status;
    this.requestId = problem.request_id;
    this.issues = problem.issues ?? [];
    this.problem = problem;
  }
}

/** 400, 405, 408, 413, 414, 415, 431: the request itself is wrong. */
export class InvalidRequest extends CountersignProblem {
  override readonly name = 'InvalidRequest';
}

/** 401: no key, or not a valid one. */
export class Unauthenticated extends CountersignProblem {
  override readonly name = 'Unauthenticated';
}

/** 402: the plan does not allow it. */
export class QuotaExceeded extends CountersignProblem {
  override readonly name = 'QuotaExceeded';
}

/** 403: a valid key, but not for this. */
export class Forbidden extends CountersignProblem {
  override readonly name = 'Forbidden';
}

/** 404 */
export class NotFound extends CountersignProblem {
  override readonly name = 'NotFound';
}

/** 409: someone, or the clock, was first. Never tried again. */
export class Conflict extends CountersignProblem {
  override readonly name = 'Conflict';

  get currentStatus(): string | undefined {
    return this.problem.current_status;
  }
}

/** 422: an edit the action does not allow. */
export class NotEditable extends CountersignProblem {
  override readonly name = 'NotEditable';
}

/** 429, after the retries. */
export class RateLimited extends CountersignProblem {
  override readonly name = 'RateLimited';
  /** Seconds, as the service said. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemBody, retryAfter: number | undefined) {
    super(problem);
    this.retryAfter = retryAfter;
  }
}

/** 5xx, after the retries. */
export class ServerFault extends CountersignProblem {
  override readonly name = 'ServerFault';
}

const FAMILIES: Readonly<Record<number, new (problem: ProblemBody) => CountersignProblem>> = {
  401: Unauthenticated,
  402: QuotaExceeded,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  422: NotEditable,
};

export function problemOf(problem: ProblemBody, retryAfter: number | undefined): CountersignProblem {
  if (problem.status === 429) return new RateLimited(problem, retryAfter);
  if (problem.status >= 500) return new ServerFault(problem);
  return new (FAMILIES[problem.status] ?? InvalidRequest)(problem);
}

function messageOf({ title, detail = title, issues = [], invalid_keys = [] }: ProblemBody): string {
  if (invalid_keys.length > 0) return `${detail} (${invalid_keys.join(', ')})`;
  if (issues.length === 0) return detail;
  return `${title}: ${issues.map(({ path, message }) => `${path || 'the body'} ${message}`).join('; ')}`;
}

/** No answer came: the connection failed, or took too long. */
export class ConnectionFailed extends CountersignError {
  override readonly name = 'ConnectionFailed';
  /** Where there should be a proxy on the way, when it is that which is not there. */
  readonly proxy: string | undefined;

  constructor(origin: string, cause: unknown) {
    const fault = faultIn(cause);
    const proxy = proxyIn(fault, origin);
    super('connection_failed', `${origin} could not be reached: ${reasonOf(fault, proxy)}`, { cause });
    this.proxy = proxy;
  }
}

/** As Node tells it. */
interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

/** Of a name with several addresses there are several, of which one will do. */
function faultIn(cause: unknown): Fault {
  const within = ((cause as { cause?: unknown }).cause ?? cause) as Fault & { errors?: readonly Fault[] };
  return within.errors?.[0] ?? within;
}

/** Whoever was not found where the service is not. */
function proxyIn({ code, address, hostname, port }: Fault, origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const service = new URL(origin);
  const servicePort = service.port || (service.protocol === 'https:' ? '443' : '80');
  if (code === 'ECONNREFUSED' && port && String(port) !== servicePort) return `${address}:${port}`;
  return code === 'ENOTFOUND' && hostname && hostname !== service.hostname ? hostname : undefined;
}

const UNKNOWN_SIGNER = /SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

function reasonOf({ code, message }: Fault, proxy: string | undefined): string {
  if (proxy !== undefined) return `there is nothing at ${proxy}, the proxy on the way.`;
  if (code === 'ECONNREFUSED') return 'nothing listens there. Is the server running?';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return 'it does not speak TLS. Is it http:// instead of https://?';
  if (code === 'ENOTFOUND') return 'there is no host of that name.';
  if (code && UNKNOWN_SIGNER.test(code))
    return 'its certificate is not trusted here. NODE_EXTRA_CA_CERTS may name yours.';
  return message || code || 'the connection failed';
}

const NOT_OURS = " in a form that is not the service's. Is this the address of a Countersign server?";

/** By the first digit of the status. In a browser a redirection has none. */
const ADVICE: Readonly<Record<string, string>> = {
  0: ', which leads elsewhere, as the service never does. Is it https:// instead of http://?',
  3: ', which leads elsewhere, as the service never does. Is it https:// instead of http://?',
};

/** The answer was not one of the service: a proxy's error page, or something else at that address. */
export class UnexpectedAnswer extends CountersignError {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;
  /** Seconds, where it says when to come back. */
  readonly retryAfter: number | undefined;

  constructor(status: number, url: string, retryAfter?: number) {
    super('unexpected_answer', `${url} answered ${status}${ADVICE[String(status)[0] ?? ''] ?? NOT_OURS}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The idempotency key was used before, for something else; nothing was created. */
export class ContentDiffers extends CountersignError {
  override readonly name = 'ContentDiffers';
  /** The action that has the key. */
  readonly action: ActionCreated;

  constructor(action: ActionCreated) {
    super(
      'content_differs',
      `The idempotency key ${JSON.stringify(action.idempotency_key)} belongs to ${action.id}, which proposes something else.`,
    );
    this.action = action;
  }
}
