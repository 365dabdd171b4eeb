// Where a watcher reads, when it last could, when it runs next and why; and what is wrong, if something is.

import type { Watcher } from '@countersign/contract';
import { ago, fullTime, leftIn, now } from '../clock.ts';
import { OutsideLink } from '../content/outside-link.tsx';
import { ShownText } from '../content/shown-text.tsx';
import { KINDS, reasonOf, scheduleOf } from './words.ts';

export function Facts({ watcher }: { readonly watcher: Watcher }) {
  const { kind, config, status, last_error, effective_url, quiet_since, first_run_done, item_count = 0 } = watcher;
  const { last_success_at, last_match_at, next_run_at, fail_count, degraded_since, last_outcome } = watcher;
  return (
    <section class="card" aria-label="How it fares">
      {last_error && fail_count > 0 && (
        <p class={`notice ${status === 'degraded' ? 'stop' : 'warn'}`} role="alert">
          <span class="grow">
            {last_error}
            {degraded_since !== undefined && <> Not read since {fullTime(last_success_at ?? degraded_since)}.</>}
          </span>
        </p>
      )}
      {quiet_since !== undefined && (
        <p class="notice warn">
          <span class="grow">Nothing new since {fullTime(quiet_since)}: much longer than usual.</span>
        </p>
      )}
      {first_run_done && last_outcome === 'baseline' && (
        <p class="notice">
          <span class="grow">
            Baseline: {item_count} items remembered, none raised. What is new from now on counts.
          </span>
        </p>
      )}
      <dl class="facts-list">
        <dt>{KINDS[kind]}</dt>
        <dd>
          {config.url && (
            <OutsideLink href={effective_url ?? config.url} words={effective_url ?? config.url}>
              <ShownText text={effective_url ?? config.url} />
            </OutsideLink>
          )}
          {effective_url && config.url !== effective_url && (
            <span class="soft">
              {' '}
              (moved from <ShownText text={config.url ?? ''} />)
            </span>
          )}
          {config.query && (
            <>
              {config.url && <br />}
              <code>
                <ShownText text={config.query} />
              </code>
            </>
          )}
          {kind === 'reddit_search' && <> in r/{config.subreddit ?? 'all'}</>}
        </dd>
        <dt>Runs</dt>
        <dd>{scheduleOf(watcher)}</dd>
        <dt>Next run</dt>
        <dd class="digits">
          {status === 'paused'
            ? 'none while paused'
            : `${next_run_at <= now.value ? 'now' : `in ${leftIn(next_run_at - now.value)}`}, ${reasonOf(watcher)}`}
        </dd>
        <dt>Last read</dt>
        <dd class="digits">{last_success_at === undefined ? 'never yet' : ago(now.value - last_success_at)}</dd>
        <dt>Last match</dt>
        <dd class="digits">{last_match_at === undefined ? 'none yet' : ago(now.value - last_match_at)}</dd>
        <dt>Remembers</dt>
        <dd class="digits">
          {item_count.toLocaleString()} {item_count === 1 ? 'item' : 'items'}
        </dd>
      </dl>
    </section>
  );
}
