// What to do about a watcher that could not read, by the code of its failure: said by the server, and by the page in the
// reader's language.

import type { RunError } from '../watchers.ts';

export const RUN_ERROR_STEPS = {
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
} as const satisfies Readonly<Record<RunError, string>>;
