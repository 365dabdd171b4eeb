// Whether a watcher can be as it is asked for. Everything that needs no storage is checked here, in one order.

import type { Keyword, Schedule, WatcherConfig, WatcherKind } from '@countersign/contract';
import type { App } from '../../../app.ts';
import { invalid, Problem } from '../../../base/problem.ts';
import { mayReach, parseAddress } from '../../../world/address-guard.ts';
import { hostOf } from '../../../world/target.ts';
import { KINDS } from '../kinds/kinds.ts';
import { checkSchedule } from '../schedule/schedule.ts';
import { ask } from '../thread/ask.ts';

export interface Wish {
  readonly kind: WatcherKind;
  readonly config: WatcherConfig;
  readonly keywords: readonly Keyword[];
  readonly keywords_none: readonly string[];
  readonly schedule: Schedule;
}

export interface Checked {
  readonly config: WatcherConfig;
  readonly keyword_modes: readonly ('phrase' | 'regex')[];
}

export async function checkWatcher(app: App, wish: Wish): Promise<Checked> {
  const kind = KINDS[wish.kind];
  const config = kind.checkConfig(wish.config);
  checkSchedule(wish.schedule);
  const keyword_modes = await checkPatterns(app, wish);
  if (kind.isAddressGiven) checkTarget(app, kind.urlOf(app.config, config));
  return { config, keyword_modes };
}

/** Regular expressions and selectors are tried where they can hold up nobody. */
async function checkPatterns(
  app: App,
  { kind, config, keywords, keywords_none }: Wish,
): Promise<Checked['keyword_modes']> {
  const part = KINDS[kind].partOf?.(config);
  if (keywords.length + keywords_none.length === 0 && part === undefined) return [];
  const checked = await ask(app, {
    do: 'check',
    kind,
    keywords,
    keywords_none,
    ...(part === undefined ? {} : { part }),
  });
  if (!checked) throw invalid('keywords', 'take too long to read: make the patterns simpler');
  const { issues, keyword_modes } = checked;
  if (issues.length > 0) {
    const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new Problem('validation_failed', { detail, issues: issues.slice(0, 20) });
  }
  return keyword_modes;
}

/** What can be seen to be private without asking anyone. A name is judged whenever it is connected to. */
function checkTarget(app: App, text: string): void {
  const host = hostOf(new URL(text));
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const address = isLocal ? '127.0.0.1' : host;
  if (!parseAddress(address) || mayReach(address, app.config.allowPrivateTargets)) return;
  throw new Problem('private_target', {
    detail:
      'Watchers read what everyone can reach. SERVICE_ALLOW_PRIVATE_TARGETS=1 on the server lets them read inside, too.',
    issues: [{ path: 'config.url', message: 'leads to an address that is not public' }],
  });
}
