// How we introduce ourselves to the sites we read.

import type { App } from '../../../app.ts';
import { VERSION } from '../../../version.ts';
import { isReddit, redditUserAgent } from '../sources/reddit.ts';

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** An honest name, no cookies, no referrer. */
export function guestHeaders(app: App, url: string): Record<string, string> {
  const name = userAgent(app);
  return {
    'user-agent': isReddit(app.config, url) ? redditUserAgent(app.config, name) : name,
    accept: ACCEPT,
    'accept-encoding': 'gzip, br',
  };
}

function userAgent({ config, publicUrl }: App): string {
  if (config.watcherUserAgent !== '') return config.watcherUserAgent;
  const about = [`+${publicUrl()}/docs`, ...(config.watcherContact === '' ? [] : [config.watcherContact])];
  return `Countersign-Watcher/${VERSION} (${about.join('; ')})`;
}
