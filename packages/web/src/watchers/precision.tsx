// Which keywords led to approvals, and what could be changed. The person applies it, or not.

import type { Watcher, WatcherStats, WatcherUpdate } from '@countersign/contract';
import { api } from '../api.ts';
import { ShownText } from '../content/shown-text.tsx';
import { t } from '../i18n/translate.ts';
import { Bar } from '../parts/bar.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { WideTable } from '../parts/wide-table.tsx';
import { may } from '../session.ts';

interface Props {
  readonly watcher: Watcher;
  readonly turn: number;
  readonly onChange: (update: WatcherUpdate, said: string, back: WatcherUpdate) => void;
}

type Tally = Pick<WatcherStats['keywords'][number], 'matched' | 'approved' | 'rejected' | 'expired' | 'precision'>;

export function Precision({ watcher, turn, onChange }: Props) {
  const stats = useLoaded(() => api.getWatcherStats(watcher.id), [watcher.id, turn]);
  if (!stats.value)
    return (
      <section class="card" aria-labelledby="worth">
        <h2 id="worth">{t('What its matches were worth')}</h2>
        <Fetched of={stats} />
      </section>
    );
  const { keywords, sources, authors, suggestions } = stats.value;
  const tables = [
    [t('Keyword'), t('By keyword'), keywords.map(({ pattern, ...tally }) => [pattern, tally] as const)],
    [t('Site'), t('By site'), sources.length > 1 ? sources.map(({ host, ...tally }) => [host, tally] as const) : []],
    [t('Author'), t('By author'), authors.map(({ author, ...tally }) => [author, tally] as const)],
  ] as const;
  const all = sources.reduce((sum, { matched }) => sum + matched, 0);
  return (
    <section class="card" aria-labelledby="worth">
      <h2 id="worth">{t('What its matches were worth')}</h2>
      {all === 0 && keywords.every(({ matched }) => matched === 0) && (
        <p class="soft">{t('Nothing it raised was decided yet. Each approval and rejection counts here.')}</p>
      )}
      {suggestions.map((suggestion) => (
        <p class="notice" key={suggestion.text}>
          <span class="grow">
            <ShownText text={suggestionWords(suggestion)} />
          </span>
          {may('admin') && <Apply watcher={watcher} suggestion={suggestion} onChange={onChange} />}
        </p>
      ))}
      {tables
        .filter(([, , rows]) => rows.length > 0)
        .map(([title, label, rows]) => (
          <WideTable key={title} label={label}>
            <thead>
              <tr>
                <th>{title}</th>
                <th>{t('Matched')}</th>
                <th>{t('Approved')}</th>
                <th>{t('Rejected')}</th>
                <th>{t('Expired')}</th>
                <th>{t('Worth it')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, tally]) => (
                <TallyRow key={name} name={name} tally={tally} />
              ))}
            </tbody>
          </WideTable>
        ))}
    </section>
  );
}

function suggestionWords({
  min_score,
  drop_keyword = '',
  removes,
  loses,
}: WatcherStats['suggestions'][number]): string {
  return min_score === undefined
    ? t('Without “{keyword}”, {removes} matches would not have come; {loses} of them were approved.', {
        keyword: drop_keyword,
        removes,
        loses,
      })
    : t('From {points} points on, {removes} matches would not have come; {loses} of them were approved.', {
        points: min_score,
        removes,
        loses,
      });
}

function TallyRow({ name, tally }: { readonly name: string; readonly tally: Tally }) {
  const { matched, approved, rejected, expired, precision } = tally;
  return (
    <tr>
      <td>
        <code class="wrap">
          <ShownText text={name} />
        </code>
      </td>
      <td class="digits">{matched}</td>
      <td class="digits">{approved}</td>
      <td class="digits">{rejected}</td>
      <td class="digits">{expired}</td>
      <td>{precision === undefined ? <span class="soft">–</span> : <Bar share={precision} label={name} />}</td>
    </tr>
  );
}

interface ApplyProps {
  readonly watcher: Watcher;
  readonly suggestion: WatcherStats['suggestions'][number];
  readonly onChange: Props['onChange'];
}

function Apply({ watcher: { keywords, min_score }, suggestion, onChange }: ApplyProps) {
  const { min_score: raised, drop_keyword } = suggestion;
  const update =
    raised !== undefined
      ? { min_score: raised }
      : { keywords: keywords.filter(({ pattern }) => pattern !== drop_keyword) };
  return (
    <button
      type="button"
      class="button small"
      onClick={() => onChange(update, t('Applied'), raised === undefined ? { keywords } : { min_score })}
    >
      {t('Apply')}
    </button>
  );
}
