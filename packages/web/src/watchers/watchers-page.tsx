// The watchers: what each reads, how it fares, when it runs next and why.

import type { Watcher, WatcherStatus } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, leftIn, now } from '../clock.ts';
import { ShownTitle } from '../content/shown-text.tsx';
import { type Plain, t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pages.ts';
import { may } from '../session.ts';
import { useDue } from './due.ts';
import { errorWords } from './error-words.ts';
import { Dot, HealthChip } from './health.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { Sparkline } from './sparkline.tsx';
import { KINDS, reasonOf, scheduleOf } from './words.ts';
import './watchers.css';

const FILTERS: readonly (readonly [WatcherStatus | '', Plain])[] = [
  ['', 'All'],
  ['active', 'Active'],
  ['degraded', 'Degraded'],
  ['paused', 'Paused'],
];

export function WatchersPage() {
  const [status, setStatus] = useState<WatcherStatus | ''>('');
  const [importing, setImporting] = useState(false);
  const query = status === '' ? {} : { status };
  const { first, items, more } = usePages(
    (cursor) => api.listWatchers({ limit: 100, ...(cursor && { cursor }), ...query }),
    [status],
  );
  const watchers = first.value && items;
  useDue(watchers, first.reload);
  return (
    <Page
      title={t('Watchers')}
      needs="viewer"
      aside={
        <div class="row-of">
          <a class="button small" href="/v1/watchers/export.opml" download="countersign-watchers.opml">
            {t('Export OPML')}
          </a>
          {may('admin') && (
            <>
              <button type="button" class="button small" onClick={() => setImporting(true)}>
                {t('Import')}
              </button>
              <a class="button main small" href="/watchers/new">
                {t('New watcher')}
              </a>
            </>
          )}
        </div>
      }
    >
      {watchers && (watchers.length > 0 || status !== '') && (
        <fieldset class="splits plain-set">
          <legend class="visually-hidden">{t('Show')}</legend>
          {FILTERS.map(([value, says]) => (
            <button type="button" key={value} aria-pressed={status === value} onClick={() => setStatus(value)}>
              {t(says)}
            </button>
          ))}
        </fieldset>
      )}
      <Fetched of={first} />
      {watchers?.length === 0 && <Nothing filtered={status !== ''} />}
      {watchers && watchers.length > 0 && (
        <ul class="watchers">
          {watchers.map((watcher) => (
            <Row key={watcher.id} watcher={watcher} />
          ))}
        </ul>
      )}
      {more && (
        <button type="button" class="button" onClick={() => void more()}>
          {t('More')}
        </button>
      )}
      {importing && (
        <ImportDialog
          onClose={() => {
            setImporting(false);
            first.reload();
          }}
        />
      )}
    </Page>
  );
}

function Row({ watcher }: { readonly watcher: Watcher }) {
  const { id, name, kind, status, last_error, last_success_at, last_match_at, next_run_at, color } = watcher;
  return (
    <li>
      <a class="watcher" href={`/watchers/${id}`}>
        <Dot color={color} />
        <span class="who">
          <b>
            <ShownTitle text={name} />
          </b>
          <span class="small soft">
            {t(KINDS[kind])} · {scheduleOf(watcher)}
          </span>
        </span>
        <span class="fares">
          <span class="row-of">
            <HealthChip watcher={watcher} />
            {watcher.days.length > 0 && <Sparkline days={watcher.days} />}
          </span>
          <span class="small soft digits">
            {last_success_at === undefined
              ? t('never read yet')
              : t('read {ago}', { ago: ago(now.value - last_success_at) })}
            {last_match_at !== undefined && ` · ${t('matched {ago}', { ago: ago(now.value - last_match_at) })}`}
          </span>
        </span>
        <span class="next small soft digits">
          {status === 'paused' ? (
            t('does not run')
          ) : (
            <>
              {next_run_at <= now.value ? t('due now') : t('next in {time}', { time: leftIn(next_run_at - now.value) })}
              , <br />
              {reasonOf(watcher)}
            </>
          )}
        </span>
        {last_error && status !== 'paused' && (
          <span class="error small">{errorWords(last_error, watcher.error_code)}</span>
        )}
      </a>
    </li>
  );
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <p class="empty card">{t('No watcher is in this state.')}</p>;
  return (
    <div class="empty card">
      <h2>{t('Nothing is watched yet')}</h2>
      <p>
        {t('A watcher reads a feed, a page or a Reddit search and brings what matches to the inbox.')}
        <br />
        {t('Its first run only remembers what is there already.')}
      </p>
      {may('admin') && (
        <a class="button main" href="/watchers/new">
          {t('Watch something')}
        </a>
      )}
    </div>
  );
}
