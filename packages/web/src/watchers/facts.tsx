// Where a watcher reads, when it last could, when it runs next and why; and what is wrong, if something is.

import type { Watcher } from '@countersign/contract';
import { ago, leftIn, now } from '../clock.ts';
import { OutsideLink } from '../content/outside-link.tsx';
import { ShownText } from '../content/shown-text.tsx';
import { fullTime } from '../dates.ts';
import { rich, t, tn } from '../i18n/translate.ts';
import { errorWords } from './error-words.ts';
import { KINDS, reasonOf, scheduleOf } from './words.ts';

export function Facts({ watcher }: { readonly watcher: Watcher }) {
  const { kind, config, status, last_error, effective_url, quiet_since, first_run_done, item_count = 0 } = watcher;
  const { last_success_at, last_match_at, next_run_at, degraded_since, last_outcome } = watcher;
  return (
    <section class="card" aria-label={t('How it fares')}>
      {last_error && (
        <p class={`notice ${status === 'degraded' ? 'stop' : 'warn'}`} role="alert">
          <span class="grow">
            {errorWords(last_error, watcher.error_code)}
            {degraded_since !== undefined &&
              ` ${t('Not read since {time}.', { time: fullTime(last_success_at ?? degraded_since) })}`}
          </span>
        </p>
      )}
      {quiet_since !== undefined && (
        <p class="notice warn">
          <span class="grow">
            {t('Nothing new since {time}: much longer than usual.', { time: fullTime(quiet_since) })}
          </span>
        </p>
      )}
      {first_run_done && last_outcome === 'baseline' && (
        <p class="notice">
          <span class="grow">
            {t('Baseline: {count} items remembered, none raised. What is new from now on counts.', {
              count: item_count,
            })}
          </span>
        </p>
      )}
      <dl class="facts-list">
        <dt>{t(KINDS[kind])}</dt>
        <dd>
          {config.url && (
            <OutsideLink href={effective_url ?? config.url} words={effective_url ?? config.url}>
              <ShownText text={effective_url ?? config.url} />
            </OutsideLink>
          )}
          {effective_url && config.url !== effective_url && (
            <span class="soft"> ({rich('moved from {url}', { url: <ShownText text={config.url ?? ''} /> })})</span>
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
        <dt>{t('Runs')}</dt>
        <dd>{scheduleOf(watcher)}</dd>
        <dt>{t('Next run')}</dt>
        <dd class="digits">
          {status === 'paused'
            ? t('none while paused')
            : `${next_run_at <= now.value ? t('now') : t('in {time}', { time: leftIn(next_run_at - now.value) })}, ${reasonOf(watcher)}`}
        </dd>
        <dt>{t('Last read')}</dt>
        <dd class="digits">{last_success_at === undefined ? t('never yet') : ago(now.value - last_success_at)}</dd>
        <dt>{t('Last match')}</dt>
        <dd class="digits">{last_match_at === undefined ? t('none yet') : ago(now.value - last_match_at)}</dd>
        <dt>{t('Remembers')}</dt>
        <dd class="digits">{tn(item_count, '{count} item', '{count} items')}</dd>
      </dl>
    </section>
  );
}
