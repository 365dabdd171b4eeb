// What a watcher would have matched, and why; and the card it would make.

import type { WatcherPreview } from '@countersign/contract';
import { fullTime } from '../clock.ts';
import { Lines } from '../content/lines.tsx';
import { OutsideLink } from '../content/outside-link.tsx';
import { ShownText, ShownTitle } from '../content/shown-text.tsx';
import { sizeOf } from '../parts/bytes.ts';
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
          What would have matched
        </h2>
        {busy && <span class="spin" aria-hidden="true" />}
        <button type="button" class="button small" onClick={again} disabled={busy}>
          Test now
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
            ? 'Reading the source …'
            : 'Say what to watch: what it has now is read here, and scored with your keywords. Nothing is saved.'}
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
  return (
    <>
      <Fetched value={value} />
      {error && (
        <p class="notice warn" role="alert">
          <span class="grow">{error}</span>
        </p>
      )}
      {candidates.length > 0 && (
        <div class="stack tight">
          <p>The page names these feeds:</p>
          {candidates.map((url) => (
            <div class="row-of" key={url}>
              <code class="grow wrap">
                <ShownText text={url} />
              </code>
              {onUse && (
                <button type="button" class="button small" onClick={() => onUse(url)}>
                  Use it
                </button>
              )}
            </div>
          ))}
        </div>
      )}
      {warnings.includes('min_score_unreachable') && (
        <p class="notice warn">
          <span class="grow">No item can reach {minScore} points with these keywords.</span>
        </p>
      )}
      {source && items.length > 0 && (
        <p role="status">
          <b>
            {source.items - excluded - below_threshold} of {source.items}
          </b>{' '}
          would have matched
          {below_threshold > 0 && (
            <>
              {' '}
              · {below_threshold} below {points(minScore)}
            </>
          )}
          {excluded > 0 && <> · {excluded} left out</>}
        </p>
      )}
      {!source && items.length === 0 && !error && <p class="soft">There is no change yet to score.</p>}
      {!source && items.length > 0 && <p role="status">Scored again with what was read last.</p>}
      {source && items.length === 0 && !error && (
        <p class="soft">
          It was read. A page is compared with how it looked before, so the first change shows what matches.
        </p>
      )}
      <ol class="found">
        {items.map((item) => (
          <li key={item.key} class={item.score >= minScore && item.excluded_by === undefined ? 'hit' : ''}>
            <span class="points digits">{item.excluded_by === undefined ? item.score : '–'}</span>
            <div class="stack tight">
              <span class="name">{item.title ? <ShownTitle text={item.title} /> : <i>without a title</i>}</span>
              <span class="small soft">
                {item.excluded_by === undefined ? (
                  <Why matches={item.matches} score={item.score} />
                ) : (
                  <>
                    left out by “<ShownText text={item.excluded_by} />”
                  </>
                )}
                {item.published_at !== undefined && <> · {fullTime(item.published_at)}</>}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {sample_action && (
        <details class="details" open>
          <summary>The card it would make</summary>
          <div class="written external">
            <header>
              <span>
                <ShownTitle text={sample_action.title} />
              </span>
              <span class="chip warn">External content</span>
            </header>
            <div class="inside">
              <Lines
                text={sample_action.preview.body}
                diff={sample_action.preview.format === 'diff'}
                onShown={() => undefined}
              />
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
      {fetch.status !== undefined && <>answered {fetch.status} · </>}
      {sizeOf(fetch.bytes)} in {fetch.ms} ms
      {fetch.redirects > 0 && (
        <>
          {' '}
          · moved to{' '}
          <OutsideLink href={fetch.final_url} words="">
            this address
          </OutsideLink>
        </>
      )}
      {fetch.robots === 'disallowed' && <> · its robots.txt does not allow it</>}
    </p>
  );
}

function points(n: number): string {
  return n === 1 ? '1 point' : `${n} points`;
}
