// The address that whoever makes a watcher gives it.

import type { WatcherConfig, WatcherKind } from '@countersign/contract';
import { invalid } from '../../../base/problem.ts';

export function checkAddress(kind: WatcherKind, config: WatcherConfig): WatcherConfig {
  if (config.url === undefined) throw invalid('config.url', `is required for ${kind}`);
  // The URL parser forgives backslashes; two readers of one address must not disagree about its host.
  if (config.url.includes('\\')) throw invalid('config.url', 'must not contain a backslash');
  const url = new URL(config.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('config.url', 'must be http or https');
  if (url.username !== '' || url.password !== '') throw invalid('config.url', 'must not carry a user or password');
  return config;
}

/** The parser lower-cases scheme and host and drops the default port; what follows `#` is never sent. */
export function givenUrl({ url: text = '' }: WatcherConfig): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
