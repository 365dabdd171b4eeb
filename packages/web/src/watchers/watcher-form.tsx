// The form of a watcher: what to read, what counts, how often. Beside it, live, what would have matched.

import type { WatcherKind } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { type Plain, rich, t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';
import { type Draft, defaultName, isReadable } from './draft.ts';
import { Keywords } from './keywords.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import type { Preview } from './use-preview.ts';
import { WhenToRun } from './when-to-run.tsx';
import { KINDS } from './words.ts';

const SAYS: Readonly<Record<WatcherKind, Plain>> = {
  rss: 'RSS, Atom or JSON Feed: each new item is looked at',
  url_diff: 'Any page or JSON: each change is looked at',
  reddit_search: 'What Reddit finds for your words',
};

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly preview: Preview;
  readonly saving: boolean;
  readonly wrong: string | undefined;
  readonly saveLabel: string;
  readonly onSave: () => void;
  /** An existing watcher stays of its kind. */
  readonly fixedKind?: boolean;
  readonly children?: ComponentChildren;
}

export function WatcherForm(props: Props) {
  const { draft, onChange, preview, saving, wrong, saveLabel, onSave, fixedKind = false, children } = props;
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <div class="beside">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <section class="card" aria-labelledby="form-source">
          <h2 id="form-source">{t('What to watch')}</h2>
          {!fixedKind && (
            <fieldset class="stack tight plain-set">
              <legend class="visually-hidden">{t('Kind')}</legend>
              {(Object.keys(SAYS) as WatcherKind[]).map((kind) => (
                <label class="check" key={kind}>
                  <input type="radio" name="kind" checked={draft.kind === kind} onChange={() => set({ kind })} />
                  <span>
                    <b>{t(KINDS[kind])}</b>. {t(SAYS[kind])}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <SourceFields draft={draft} set={set} />
          <Field
            label={t('Name')}
            value={draft.name}
            maxLength={200}
            placeholder={isReadable(draft) ? defaultName(draft) : undefined}
            hint={t('Reviewers see it on every card')}
            onInput={(name) => set({ name })}
          />
        </section>
        <Keywords draft={draft} set={set} />
        <WhenToRun draft={draft} set={set} />
        {wrong && (
          <p class="notice stop" role="alert">
            <span class="grow">{wrong}</span>
          </p>
        )}
        <div class="row-of">
          <button type="submit" class="button main" disabled={saving || !isReadable(draft)}>
            {saveLabel}
          </button>
          {children}
        </div>
      </form>
      <div class="aside">
        <PreviewPanel
          preview={preview}
          minScore={draft.min_score}
          onUse={(url) => set({ url, kind: fixedKind ? draft.kind : 'rss' })}
        />
      </div>
    </div>
  );
}

type Part = { readonly draft: Draft; readonly set: (change: Partial<Draft>) => void };

function SourceFields({ draft: { kind, url, query, subreddit }, set }: Part) {
  if (kind === 'reddit_search')
    return (
      <>
        <Field
          label={t('Search for')}
          value={query}
          maxLength={500}
          required
          placeholder="self-hosted approval"
          onInput={(text) => set({ query: text })}
        />
        <Field
          label={t('Subreddit')}
          value={subreddit}
          maxLength={100}
          placeholder="all"
          hint={t('One, or several with +: selfhosted+devops. Empty: all of Reddit')}
          onInput={(text) => set({ subreddit: text })}
        />
      </>
    );
  return (
    <>
      <Field
        label={t('Address')}
        type="url"
        value={url}
        maxLength={2048}
        required
        placeholder={kind === 'rss' ? 'https://blog.example/feed.xml' : 'https://shop.example/pricing'}
        onInput={(text) => set({ url: text })}
      />
      {kind === 'url_diff' && (
        <Field
          label={t('Which part of it')}
          value={query}
          maxLength={500}
          placeholder="css:main .price"
          hint={rich(
            '{css} a selector, {without} what to leave out, {json} of JSON, {ignore}, {lines}; several with {semicolons}. Empty: the whole page',
            {
              css: <code>css:</code>,
              without: <code>-css:</code>,
              json: <code>json:$.a.b</code>,
              ignore: <code>ignore:/…/</code>,
              lines: <code>lines:/…/</code>,
              semicolons: <code>;;</code>,
            },
          )}
          onInput={(text) => set({ query: text })}
        />
      )}
    </>
  );
}
