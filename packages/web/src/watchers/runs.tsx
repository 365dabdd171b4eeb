// The last runs: a strip that shows at a glance when it could not read, and each run in words.

import type { WatcherRun } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { fullTime } from '../dates.ts';
import { t } from '../i18n/translate.ts';
import { sizeOf } from '../parts/bytes.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { WideTable } from '../parts/wide-table.tsx';
import { errorWords } from './error-words.ts';
import { ERRORS, noteOf, OUTCOMES } from './words.ts';

const SHOWN_AT_FIRST = 8;

export function Runs({ id, turn }: { readonly id: string; readonly turn: number }) {
  const runs = useLoaded(() => api.listWatcherRuns(id), [id, turn]);
  const [all, setAll] = useState(false);
  const items = runs.value?.items ?? [];
  const shown = all ? items : items.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="card" aria-labelledby="runs">
      <h2 id="runs">{t('Runs')}</h2>
      <Fetched of={runs} />
      {runs.value && items.length === 0 && <p class="soft">{t('It has not run yet.')}</p>}
      {items.length > 0 && <Strip runs={items.toReversed()} />}
      {items.length > 0 && (
        <WideTable label={t('The last runs')}>
          <thead>
            <tr>
              <th>{t('When')}</th>
              <th>{t('Outcome')}</th>
              <th>{t('Items')}</th>
              <th>{t('New')}</th>
              <th>{t('Matched')}</th>
              <th>{t('Took')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((run) => (
              <tr key={run.id}>
                <td class="digits">{fullTime(run.started_at)}</td>
                <td>
                  <span class={`chip ${toneOf(run)}`}>{t(OUTCOMES[run.outcome])}</span>
                  {run.error_code !== undefined && (
                    <span class="small" title={run.error && errorWords(run.error, run.error_code)}>
                      {' '}
                      {t(ERRORS[run.error_code])}
                      {run.http_status !== undefined && ` (${run.http_status})`}
                    </span>
                  )}
                  {run.notes.length > 0 && <span class="small soft"> {run.notes.map(noteOf).join(', ')}</span>}
                </td>
                <td class="digits">{run.items}</td>
                <td class="digits">{run.new}</td>
                <td class="digits">{run.matched}</td>
                <td class="digits small soft">
                  {run.ms} ms{run.bytes > 0 && `, ${sizeOf(run.bytes)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      {items.length > SHOWN_AT_FIRST && (
        <button type="button" class="button small" onClick={() => setAll(!all)}>
          {all ? t('Fewer') : t('All {count} runs', { count: items.length })}
        </button>
      )}
    </section>
  );
}

function toneOf({ outcome, matched }: WatcherRun): string {
  if (outcome === 'transient') return 'warn';
  if (outcome === 'broken') return 'stop';
  if (outcome === 'skipped_window') return '';
  return matched > 0 ? 'accent' : 'go';
}

const STEP = 10;
/** Few runs are as narrow as many. */
const LEAST = 40;

/** Height: how much was new. Colour: whether it could be read. */
function Strip({ runs }: { readonly runs: readonly WatcherRun[] }) {
  const most = Math.max(1, ...runs.map((run) => run.new));
  const failed = runs.filter(({ outcome }) => outcome === 'transient' || outcome === 'broken').length;
  const matched = runs.reduce((sum, run) => sum + run.matched, 0);
  const says = t('Runs: {runs}, failed: {failed}, matches: {matched}', { runs: runs.length, failed, matched });
  return (
    <figure class="strip">
      <svg
        viewBox={`0 0 ${Math.max(LEAST, runs.length) * STEP} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={says}
      >
        {runs.map((run, at) => {
          const height = 6 + (run.new / most) * 34;
          return (
            <rect
              key={run.id}
              class={toneOf(run)}
              x={at * STEP + 1}
              width={STEP - 2}
              y={40 - height}
              height={height}
              rx="1"
            />
          );
        })}
      </svg>
      <figcaption class="small soft">{says}</figcaption>
    </figure>
  );
}
