// What went wrong, in words for the person at the screen.

import { ConnectionFailed, CountersignProblem, RateLimited, UnexpectedAnswer } from '@countersign/sdk';
import { signedOut } from './api.ts';
import { t, tCode, tIssue } from './i18n/translate.ts';

/** By name: what comes from the browser is wrapped on its way here. */
const PASSKEY_FAILED = /^(NotAllowed|Abort|Security|InvalidState|Unknown)Error$/;

const UNCHANGED = 'The server failed ({id}). Nothing was changed.';
/** It does not always know. */
const FAILED = 'The server failed ({id}). Look before you repeat it.';

export function wordsFor(error: unknown): string {
  if (error instanceof CountersignProblem) {
    if (error.status >= 500) return t(error.code === 'unavailable' ? UNCHANGED : FAILED, { id: error.requestId });
    if (error instanceof RateLimited)
      return t('Slow down: try again in {seconds} s.', { seconds: error.retryAfter ?? '…' });
    if (error.status === 401 && signedOut.value) return t('Signed out'); // what the server says of keys is for agents
    return inOurWords(error) ?? error.message;
  }
  if (error instanceof Error && PASSKEY_FAILED.test(error.name)) return t('The passkey was not used.');
  if (error instanceof ConnectionFailed || error instanceof TypeError) return t('The server cannot be reached.');
  return error instanceof Error ? error.message : String(error);
}

/** Of a decision that was sent: it may have arrived, and only the answer was lost, or a proxy gave another. */
export function wordsForDecision(error: unknown): string {
  const isLost = error instanceof ConnectionFailed || (error instanceof UnexpectedAnswer && error.status >= 500);
  if (!isLost) return wordsFor(error);
  return t('No answer came: it may be decided, or not. Look again before you decide anew.');
}

/** Which member was not valid, and how, the server tells; the other codes say all that there is. */
function inOurWords({ code, message, issues }: CountersignProblem): string | undefined {
  const said = tCode(`problem ${code}`);
  if (!said || code !== 'validation_failed') return said;
  const named = issues.map(({ path, message: english }) => {
    const issue = tIssue(path, english);
    return issue ? [issue.field, issue.words].filter(Boolean).join(': ') : undefined;
  });
  return named.length > 0 && !named.includes(undefined) ? `${said} ${named.join('; ')}.` : `${said} (${message})`;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof CountersignProblem ? error.code : undefined;
}
