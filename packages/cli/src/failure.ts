// What went wrong, and what to do about it.

import {
  ConnectionFailed,
  ContentDiffers,
  type CountersignError,
  CountersignProblem,
  InvalidRequest,
  NotFound,
  ServerFault,
  Unauthenticated,
  UnexpectedAnswer,
} from '@countersign/sdk';

/** As sysexits.h has it; 2, 3 and 4 mean something else here. */
export const EXIT_USAGE = 64;
const EXIT_FAILURE = 1;
/** What Claude Code takes for a no, with the reason on standard error; any other failure of a hook would let the tool run. */
export const EXIT_BLOCK = 2;

/** The command was given wrongly. */
export class UsageError extends Error {}

/** The word as one of those that are known. */
export function oneOf<const T extends string>(known: readonly T[], given: string, option: string): T {
  const found = known.find((word) => word === given);
  if (found === undefined) throw new UsageError(`${option} is one of ${known.join(', ')}.`);
  return found;
}

const WRONG_WORDS: ReadonlySet<string> = new Set(['validation_failed', 'invalid_cursor']);

/** By the words, seen here or by the service; anything else is a failure. Before a tool, each of them is a no. */
export function exitCodeOf(error: unknown, [name, ...rest]: readonly string[]): number {
  if (name === 'hook' && !rest.includes('--install') && !rest.includes('--settings')) return EXIT_BLOCK;
  if (error instanceof Failure) return error.exit;
  const isWords = error instanceof UsageError || (error instanceof InvalidRequest && WRONG_WORDS.has(error.code));
  return isWords ? EXIT_USAGE : EXIT_FAILURE;
}

/** Said as it stands, with advice on the next line. */
export class Failure extends Error {
  readonly advice: string | undefined;
  /** For programs. */
  readonly code: string | undefined;
  /** For scripts. */
  readonly exit: number;

  constructor(message: string, advice?: string, code?: string, exit = EXIT_FAILURE) {
    super(message);
    this.advice = advice;
    this.code = code;
    this.exit = exit;
  }
}

/** Nobody listens there, it is not found, or it is not believed: it never got the request. */
const NEVER_ASKED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_.*|ERR_TLS_.*|.*CERT.*)$/;

/** Whether what was asked for may have been done: its answer was lost on the way, was a proxy's, or says that nobody knows. */
export function isUnknown(error: unknown): error is CountersignError {
  if (error instanceof UnexpectedAnswer) return error.status >= 500;
  if (!(error instanceof ConnectionFailed)) return error instanceof ServerFault && error.code === 'internal';
  const { cause } = error as { cause?: { code?: string; cause?: { code?: string } } };
  return !NEVER_ASKED.test(cause?.cause?.code ?? cause?.code ?? '');
}

/** The lines for a person; undefined when it is a fault of ours, whose stack should be seen. */
export function explained(error: unknown): readonly string[] | undefined {
  if (error instanceof Failure) return [error.message, ...(error.advice === undefined ? [] : [error.advice])];
  if (error instanceof UsageError) return [error.message];
  if (error instanceof ConnectionFailed) {
    return [
      error.message,
      adviceOnProxy(error) ??
        'Start one with `countersign serve`, or say where it is: COUNTERSIGN_URL, --url, `countersign init`.',
    ];
  }
  if (error instanceof UnexpectedAnswer) return [error.message, '`countersign doctor` looks at the connection.'];
  if (error instanceof Unauthenticated) {
    return [
      'The server does not accept this key: it is missing, mistyped or revoked.',
      '`countersign init` takes a new one; so does COUNTERSIGN_API_KEY.',
    ];
  }
  if (error instanceof CountersignProblem) return [error.message, ...adviceOn(error)];
  if (error instanceof ContentDiffers)
    return [error.message, `Look at it with \`countersign show ${error.action.id}\`, or use another key.`];
  if (isOfFile(error)) return [error.message];
  return undefined;
}

/** Undefined where no proxy is at fault. */
export function adviceOnProxy({ proxy }: ConnectionFailed): string | undefined {
  return proxy === undefined
    ? undefined
    : 'HTTP_PROXY or HTTPS_PROXY names it. Mend that, or say in NO_PROXY what is reached without.';
}

/** The system refused it, and its words name the file; where in the program that was tells nobody anything. */
function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

function adviceOn(problem: CountersignProblem): readonly string[] {
  if (problem.code === 'insufficient_scope') {
    return [
      'Use a key that has the scope: `countersign keys create`, or on the server `countersign admin keys create`.',
    ];
  }
  if (problem.code === 'preset_not_found') return ['`countersign presets list` shows them.'];
  if (problem instanceof NotFound)
    return ['Look at the id, and at the address of the server. The id may also be of another project than the key.'];
  if (problem.code === 'private_target')
    return [
      'A receiver on your own machine is reached with `countersign listen --forward-to URL`, and no callback. To let the server',
      'send into its own network, start it with SERVICE_ALLOW_PRIVATE_TARGETS=1.',
    ];
  return [`(${problem.code}, request ${problem.requestId})`];
}
