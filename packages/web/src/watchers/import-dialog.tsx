// Many feeds at once: from the OPML of another reader, or a list of addresses.

import type { WatcherImported } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ShownText } from '../content/shown-text.tsx';
import { t, tn } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { wordsFor } from '../problem-words.ts';

const MAX_CHARACTERS = 1_000_000;

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [content, setContent] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [done, setDone] = useState<WatcherImported>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_CHARACTERS) return setWrong(t('That file is too large: at most 1 MB.'));
    setContent(await file.text());
    setWrong(undefined);
  };
  if (done) return <Imported done={done} onClose={onClose} />;
  return (
    <Dialog title={t('Import feeds')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          setBusy(true);
          try {
            setDone(await api.importWatchers({ format: /^\s*</.test(content) ? 'opml' : 'urls', content }));
          } catch (error) {
            setWrong(wordsFor(error));
          }
          setBusy(false);
        }}
      >
        <label class="field">
          <span>{t('An OPML file')}</span>
          <input
            type="file"
            accept=".opml,.xml,.txt,text/x-opml"
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
        </label>
        <label class="field">
          <span>{t('Or paste OPML, or one address a line')}</span>
          <textarea
            class="mono"
            rows={6}
            value={content}
            maxLength={MAX_CHARACTERS}
            onInput={({ currentTarget }) => setContent(currentTarget.value)}
          />
        </label>
        {wrong && (
          <p class="notice stop" role="alert">
            <span class="grow">{wrong}</span>
          </p>
        )}
        <div class="row-of end">
          <button type="button" class="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" class="button main" disabled={busy || content.trim() === ''}>
            {t('Import')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Imported({
  done: { created, failed, results },
  onClose,
}: {
  readonly done: WatcherImported;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={t('Imported')} onClose={onClose}>
      <p role="status">
        {tn(created, '{count} watcher made', '{count} watchers made')}
        {failed > 0 && `, ${t('{count} not', { count: failed })}`}.
      </p>
      {failed > 0 && (
        <ul class="plain-list small">
          {results
            .filter(({ ok }) => !ok)
            .map(({ line, url, detail, error }) => (
              <li key={line}>
                <b>{t('Line {n}', { n: line })}</b>{' '}
                <code class="wrap">
                  <ShownText text={url} />
                </code>
                : {wordsOf(detail) ?? error}
              </li>
            ))}
        </ul>
      )}
      <div class="row-of end">
        <button type="button" class="button main" onClick={onClose}>
          {t('Done')}
        </button>
      </div>
    </Dialog>
  );
}

/** The line is shown beside it: which member of a request it would have been says nothing to a person. */
function wordsOf(detail: string | undefined): string | undefined {
  return detail?.replace(/^config\.url: must match format "uri"$/, t('not an address')).replace(/^config\.url: /, '');
}
