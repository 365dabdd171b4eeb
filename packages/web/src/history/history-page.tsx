// The history: what was decided or ran out of time, the newest first.

import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { t } from '../i18n/translate.ts';
import { useKeys } from '../keyboard/keys.ts';
import { Fetched } from '../parts/fetched.tsx';
import { Page } from '../parts/page.tsx';
import { may } from '../session.ts';
import { Filters } from './filters.tsx';
import { GaveUp, gaveUpCount, useGaveUp } from './gave-up.tsx';
import './history.css';
import { Line } from './history-row.tsx';
import { addressOf, type Question, readQuestion } from './question.ts';
import { PAGE, useHistory } from './rows.ts';

export function HistoryPage() {
  const { query, route, url } = useLocation();
  const question = useMemo(() => readQuestion(query), [url]);
  const ask = (next: Question) => route(addressOf(next), true);
  const history = useHistory(question);
  const gaveUp = useGaveUp();
  // What stands above the rows is known first, so that they do not move.
  const rows = gaveUp.value || gaveUp.wrong !== undefined ? history.rows : [];
  useKeys(
    {
      next: () => focusTitle(1),
      previous: () => focusTitle(-1),
      search: () => document.querySelector<HTMLInputElement>('.history-search')?.focus(),
    },
    [],
  );
  return (
    <Page
      title={t('History')}
      needs="viewer"
      aside={
        may('admin') && (
          <a class="button small" href="/v1/audit/export?format=csv" download="audit.csv">
            {t('Export')}
          </a>
        )
      }
    >
      <Filters question={question} rows={history.rows} gaveUp={gaveUpCount(gaveUp)} onAsk={ask} />
      <GaveUp found={gaveUp} onShow={() => ask({ delivery: 'dlq' })} />
      {history.newer > 0 && (
        <button type="button" class="button small newer" onClick={history.reload}>
          ↑ {t('{count} new', { count: history.newer < PAGE ? history.newer : `${PAGE}+` })}
        </button>
      )}
      <Fetched of={history} />
      {rows.length > 0 && (
        <div class="card flush">
          <ol class="history" aria-label={t('Decided and expired')}>
            {rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ol>
        </div>
      )}
      {history.value && history.rows.length === 0 && (
        <Nothing filtered={Object.keys(question).length > 0} onClear={() => ask({})} />
      )}
      {history.next !== null && (
        <button type="button" class="button older" onClick={() => void history.more()}>
          {t('Older')}
        </button>
      )}
    </Page>
  );
}

function Nothing({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  if (!filtered)
    return (
      <div class="empty">
        <p>{t('Nothing has been decided yet.')}</p>
        <a class="button" href="/inbox">
          {t('To the inbox')}
        </a>
      </div>
    );
  return (
    <div class="empty">
      <p>{t('No decision matches.')}</p>
      <button type="button" class="button small" onClick={onClear}>
        {t('Clear filter')}
      </button>
    </div>
  );
}

function focusTitle(by: number): void {
  const titles = [...document.querySelectorAll<HTMLElement>('.history .title')];
  const at = titles.indexOf(document.activeElement as HTMLElement);
  titles[Math.min(titles.length - 1, Math.max(0, at + by))]?.focus();
}
