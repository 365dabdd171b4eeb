// What a watcher would have matched, and why; and the card it would make.

import type { WatcherPreview } from '@countersign/contract';
import { Diff } from '../content/diff.tsx';
import { Lines } from '../content/lines.tsx';
import { OutsideLink } from '../content/outside-link.tsx';
import { ShownText, ShownTitle } from '../content/shown-text.tsx';
import { fullTime } from '../dates.ts';
import { rich, t, tn } from '../i18n/translate.ts';
import { sizeOf } from '../parts/bytes.ts';
import { errorWords } from './error-words.ts';
import type { Preview } from './use-preview.ts';
import { Why } from './why.tsx';

interface Props {
  readonly preview: Preview;
  readonly minScore: number;
  /** A page that is not a feed names its feeds: this takes one of them. */
  readonly onUse?: (url: string) => void;
}

export function PreviewPanel({ preview, minScore, onUse }: Props) {
  const { value, wrong, busy, again } = preview;
  return (
    <section class="card preview" aria-labelledby="preview-title" aria-busy={busy}>
      <div class="row-of">
        <h2 id="preview-title" class="grow">
          {t('What would have matched')}
        </h2>
        {busy && value && (
          <span class="small soft" role="status">
            {t('Reading the source …')}
          </span>
        )}
        <button type="button" class="button small" onClick={again} disabled={busy}>
          {t('Test now')}
        </button>
      </div>
      {wrong && (
        <p class="notice stop" role="alert">
          <span class="grow">{wrong}</span>
        </p>
      )}
      {!value && !wrong && (
        <p class="soft">
          {busy
            ? t('Reading the source …')
            : t('Say what to watch: what it has now is read here, and scored with your keywords. Nothing is saved.')}
        </p>
      )}
      {value && <Read value={value} minScore={minScore} onUse={onUse} />}
    </section>
  );
}

function Read({
  value,
  minScore,
  onUse,
}: {
  readonly value: WatcherPreview;
  readonly minScore: number;
  readonly onUse: Props['onUse'];
}) {
  const { source, items, excluded, below_threshold, sample_action, error, candidates, warnings } = value;
  const Card = sample_action?.preview.format === 'diff' ? Diff : Lines;
  return (
    <>
      <Fetched value={value} />
      {error && (
        <p class="notice warn" role="alert">
          <span class="grow">{errorWords(error, value.error_code)}</span>
        </p>
      )}
      {candidates.length > 0 && (
        <div class="stack tight">
          <p>{t('The page names these feeds:')}</p>
          {candidates.map((url) => (
            <div class="row-of" key={url}>
              <code class="grow wrap">
                <ShownText text={url} />
              </code>
              {onUse && (
                <button type="button" class="button small" onClick={() => onUse(url)}>
                  {t('Use it')}
                </button>
              )}
            </div>
          ))}
        </div>
      )}
      {warnings.includes('min_score_unreachable') && (
        <p class="notice warn">
          <span class="grow">{t('No item can reach {count} points with these keywords.', { count: minScore })}</span>
        </p>
      )}
      {source && items.length > 0 && (
        <p role="status">
          {rich('{part} would have matched', {
            part: (
              <b>{t('{part} of {whole}', { part: source.items - excluded - below_threshold, whole: source.items })}</b>
            ),
          })}
          {below_threshold > 0 &&
            ` · ${t('{count} below {points}', { count: below_threshold, points: points(minScore) })}`}
          {excluded > 0 && ` · ${t('{count} left out', { count: excluded })}`}
        </p>
      )}
      {!source && items.length === 0 && !error && <p class="soft">{t('There is no change yet to score.')}</p>}
      {!source && items.length > 0 && <p role="status">{t('Scored again with what was read last.')}</p>}
      {source && items.length === 0 && !error && (
        <p class="soft">
          {t('It was read. A page is compared with how it looked before, so the first change shows what matches.')}
        </p>
      )}
      <ol class="found">
        {items.map((item) => (
          <li key={item.key} class={item.score >= minScore && item.excluded_by === undefined ? 'hit' : ''}>
            <span class="points digits">{item.excluded_by === undefined ? item.score : '–'}</span>
            <div class="stack tight">
              <span class="name">{item.title ? <ShownTitle text={item.title} /> : <i>{t('without a title')}</i>}</span>
              <span class="small soft">
                {item.excluded_by === undefined ? (
                  <Why matches={item.matches} score={item.score} />
                ) : (
                  rich('left out by “{pattern}”', { pattern: <ShownText text={item.excluded_by} /> })
                )}
                {item.published_at !== undefined && <> · {fullTime(item.published_at)}</>}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {sample_action && (
        <details class="details" open>
          <summary>{t('The card it would make')}</summary>
          <div class="written external">
            <header>
              <span>
                <ShownTitle text={sample_action.title} />
              </span>
              <span class="chip warn">{t('External content')}</span>
            </header>
            <div class="inside">
              <Card text={sample_action.preview.body} onShown={() => undefined} />
            </div>
          </div>
        </details>
      )}
    </>
  );
}

function Fetched({ value: { fetch, source } }: { readonly value: WatcherPreview }) {
  if (!fetch) return null;
  return (
    <p class="small soft">
      {source?.title && (
        <>
          <b>
            <ShownTitle text={source.title} />
          </b>{' '}
          ·{' '}
        </>
      )}
      {source && <>{source.format} · </>}
      {fetch.status !== undefined && `${t('answered {status}', { status: fetch.status })} · `}
      {t('{size} in {ms} ms', { size: sizeOf(fetch.bytes), ms: fetch.ms })}
      {fetch.redirects > 0 && (
        <>
          {' '}
          · {t('moved to')}{' '}
          <OutsideLink href={fetch.final_url} words="">
            {t('this address')}
          </OutsideLink>
        </>
      )}
      {fetch.robots === 'disallowed' && ` · ${t('its robots.txt does not allow it')}`}
    </p>
  );
}

function points(n: number): string {
  return tn(n, '{count} point', '{count} points');
}
