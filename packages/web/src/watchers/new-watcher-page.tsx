// A new watcher: from a preset or from nothing, tried before it is saved.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { bodyOf, draftOf, EMPTY } from './draft.ts';
import { Gallery } from './gallery.tsx';
import { usePreview } from './use-preview.ts';
import { WatcherForm } from './watcher-form.tsx';
import './watchers.css';

export function NewWatcherPage() {
  const { route } = useLocation();
  const presets = useLoaded(() => api.listWatcherPresets());
  const [draft, setDraft] = useState(EMPTY);
  const [picking, setPicking] = useState(true);
  const [saving, setSaving] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  const preview = usePreview(draft);
  useEffect(() => {
    if (!picking) form.current?.scrollIntoView({ block: 'start' });
  }, [picking]);
  const save = async () => {
    setSaving(true);
    try {
      const { id, name } = await api.createWatcher(bodyOf(draft));
      say(t('Watching “{name}”. Its first run only remembers what is there.', { name }));
      route(`/watchers/${id}`);
    } catch (error) {
      setWrong(wordsFor(error));
      setSaving(false);
    }
  };
  return (
    <Page
      title={t('New watcher')}
      needs="admin"
      aside={
        <a class="button small" href="/watchers">
          {t('All watchers')}
        </a>
      }
    >
      <details
        class="card"
        open={picking}
        onToggle={({ currentTarget }) => setPicking((currentTarget as HTMLDetailsElement).open)}
      >
        <summary>
          <h2>{t('Begin with a preset')}</h2>
        </summary>
        <Fetched of={presets} />
        {presets.value && (
          <Gallery
            presets={presets.value.presets}
            onDraft={(made) => {
              setDraft(draftOf(made));
              setPicking(false);
            }}
          />
        )}
      </details>
      <div ref={form}>
        <WatcherForm
          draft={draft}
          onChange={setDraft}
          preview={preview}
          saving={saving}
          wrong={wrong}
          saveLabel={t('Watch it')}
          onSave={() => void save()}
        >
          <a class="button plain" href="/watchers">
            {t('Cancel')}
          </a>
        </WatcherForm>
      </div>
    </Page>
  );
}
