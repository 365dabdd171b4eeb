// A failure in one sentence, and what to do about it in another.

import type { RunError } from '@countersign/contract';
import { RUN_ERROR_STEPS } from '@countersign/contract/shown/run-error-steps';

const REDDIT_STEPS =
  'Three things help: a home address instead of a datacentre, your feed token (REDDIT_FEED_TOKEN), or an app of yours (REDDIT_CLIENT_ID).';

/** `why` goes on after "the source": it leads to a login. */
export function errorText(code: RunError, url: string, why: string, isReddit: boolean): string {
  const host = new URL(url).host;
  const step = isReddit && (code === 'rate_limited' || code === 'blocked') ? REDDIT_STEPS : RUN_ERROR_STEPS[code];
  return `${host}: ${why}. ${step}`;
}
