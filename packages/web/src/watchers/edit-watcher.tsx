// Changes a watcher. What it last read is scored again with every key press, without asking the source.

import type { Watcher } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { bodyOf, draftOf } from './draft.ts';
import { usePreview } from './use-preview.ts';
import { WatcherForm } from './watcher-form.tsx';

interface Props {
  readonly watcher: Watcher;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditWatcher({ watcher, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState(() => draftOf(watcher));
  const [saving, setSaving] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const before = draftOf(watcher);
  const moved = draft.url !== before.url || draft.query !== before.query || draft.subreddit !== before.subreddit;
  const preview = usePreview(draft, { watcher_id: watcher.id, same: !moved && watcher.first_run_done });
  const save = async () => {
    setSaving(true);
    const { kind: _, ...update } = bodyOf(draft);
    try {
      await api.updateWatcher(watcher.id, update);
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
        onChange={setDraft}
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
