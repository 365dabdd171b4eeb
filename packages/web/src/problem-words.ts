// What went wrong, in words for the person at the screen.

import { ConnectionFailed, CountersignProblem, RateLimited } from '@countersign/sdk';

export function wordsFor(error: unknown): string {
  if (error instanceof CountersignProblem) {
    if (error.status >= 500) return `The server failed (${error.requestId}). Nothing was changed.`;
    if (error instanceof RateLimited) return `Slow down: try again in ${error.retryAfter ?? 'a few'} s.`;
    return error.message;
  }
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'The passkey was not used.';
  if (error instanceof ConnectionFailed || error instanceof TypeError) return 'The server cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof CountersignProblem ? error.code : undefined;
}
