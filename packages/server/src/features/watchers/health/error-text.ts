// A failure in one sentence, and what to do about it in another.

import type { RunError } from '@countersign/contract';

const NEXT_STEPS: Readonly<Record<RunError, string>> = {
  rate_limited: 'It is tried again later by itself; a longer interval helps.',
  blocked: 'Open the address in a browser: if it works there, the site keeps programs out.',
  not_found: 'Check the address. It is tried again, because some sites hide a feed for hours.',
  server_error: 'There is nothing to do here; it is tried again.',
  network: 'Check the address; it is tried again.',
  offline: 'Check the network of this server; it is tried again every minute.',
  not_a_feed: 'Preview names the feeds of a page; a page without one can be watched with kind url_diff.',
  parse_error: 'Tell the owner of the source; it is tried again.',
  selector_missing: 'The page has changed: adapt config.query.',
  too_large: 'Watch a smaller part or a smaller source.',
  empty: 'Open the address in a browser; it is tried again.',
  robots_disallowed: 'Ask the site for leave; for a site of your own set WATCHER_IGNORE_ROBOTS=1.',
  private_target: 'If it is in your own network, set SERVICE_ALLOW_PRIVATE_TARGETS=1.',
};

const REDDIT_STEPS =
  'Three things help: a home address instead of a datacentre, your feed token (REDDIT_FEED_TOKEN), or an app of yours (REDDIT_CLIENT_ID).';

/** `why` goes on after "the source": it leads to a login. */
export function errorText(code: RunError, url: string, why: string, isReddit: boolean): string {
  const host = new URL(url).host;
  const step = isReddit && (code === 'rate_limited' || code === 'blocked') ? REDDIT_STEPS : NEXT_STEPS[code];
  return `${host}: ${why}. ${step}`;
}
