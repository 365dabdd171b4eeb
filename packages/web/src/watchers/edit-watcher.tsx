// Changes a watcher. What it last read is scored again with every key press, without asking the source. Only what was changed here is
// sent: a suggestion, or somebody else, may have changed the rest meanwhile.

import type { Watcher } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { type Plain, quoted, t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { changesOf, type Draft, draftOf, followed, untouched } from './draft.ts';
import { usePreview } from './use-preview.ts';
import { WatcherForm } from './watcher-form.tsx';

interface Props {
  readonly watcher: Watcher;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditWatcher({ watcher, onClose, onSaved }: Props) {
  const [{ draft, before }, setForm] = useState(() => untouched(draftOf(watcher)));
  const [saving, setSaving] = useState(false);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => setForm((form) => followed(form, draftOf(watcher))), [watcher]);
  const moved = draft.url !== before.url || draft.query !== before.query || draft.subreddit !== before.subreddit;
  const preview = usePreview(draft, { watcher_id: watcher.id, same: !moved && watcher.first_run_done });
  const save = async () => {
    setSaving(true);
    try {
      const fresh = draftOf(await api.getWatcher(watcher.id));
      const after = followed({ draft, before }, fresh);
      if (after.clash.length > 0) {
        setForm((form) => ({ ...followed(form, fresh), before: fresh })); // who saves once more was told
        throw new Error(clashWords(after.clash, draft.kind));
      }
      const changes = changesOf(after.draft, fresh);
      if (Object.keys(changes).length > 0) await api.updateWatcher(watcher.id, changes);
      say(t('Saved'));
      onSaved();
    } catch (error) {
      setWrong(wordsFor(error));
      setSaving(false);
    }
  };
  return (
    <>
      {moved && (
        <p class="notice warn">
          <span class="grow">
            {t('Another source begins with a new baseline: what is there then is only remembered.')}
          </span>
        </p>
      )}
      <WatcherForm
        draft={draft}
        onChange={(changed) => setForm((form) => ({ ...form, draft: changed }))}
        preview={preview}
        saving={saving}
        wrong={wrong}
        saveLabel={t('Save')}
        fixedKind
        onSave={() => void save()}
      >
        <button type="button" class="button plain" onClick={onClose}>
          {t('Cancel')}
        </button>
      </WatcherForm>
    </>
  );
}

const FIELDS: Readonly<Record<keyof Draft, Plain>> = {
  name: 'Name',
  kind: 'Kind',
  url: 'Address',
  query: 'Search for',
  subreddit: 'Subreddit',
  keywords: 'Keyword',
  none: 'Never, when it says',
  min_score: 'Points that make a match',
  every: 'Every',
  jitter: 'Random delay of up to',
  from: 'Only from',
  to: 'until',
  color: 'Colour of its cards',
};

const clashWords = (names: readonly (keyof Draft)[], kind: Draft['kind']): string =>
  t(
    'Nothing is saved yet: this was changed elsewhere meanwhile, too: {fields}. Save again to put yours in its place.',
    {
      fields: names
        .map((name) => (name === 'query' && kind === 'url_diff' ? 'Which part of it' : FIELDS[name]))
        .map((field) => quoted(t(field)))
        .join(', '),
    },
  );
