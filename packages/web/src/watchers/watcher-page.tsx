// One watcher: how it fares, what it found, which of its words are worth their points.

import type { Watcher, WatcherUpdate } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { api } from '../api.ts';
import { ShownTitle } from '../content/shown-text.tsx';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { may } from '../session.ts';
import { useDue } from './due.ts';
import { EditWatcher } from './edit-watcher.tsx';
import { errorWords } from './error-words.ts';
import { Facts } from './facts.tsx';
import { Dot, HealthChip } from './health.tsx';
import { Items } from './items.tsx';
import { Precision } from './precision.tsx';
import { Runs } from './runs.tsx';
import './watchers.css';

/** Another watcher is another page: nothing of the one before may be left, whose name would stand over buttons of this one. */
export function WatcherPage() {
  const { id = '' } = useRoute().params;
  return <OneWatcher key={id} id={id} />;
}

function OneWatcher({ id }: { readonly id: string }) {
  const { route } = useLocation();
  const watcher = useLoaded(() => api.getWatcher(id).catch(sayGone), [id]);
  const [turn, setTurn] = useState(0);
  const [running, setRunning] = useState(false);
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const reload = () => {
    watcher.reload();
    setTurn((n) => n + 1);
  };
  useDue(watcher.value && [watcher.value], reload);

  const change = async (update: WatcherUpdate, said: string, back?: WatcherUpdate) => {
    try {
      await api.updateWatcher(id, update);
      say(said, back && { undo: () => void change(back, t('Changed back')) });
    } catch (error) {
      say(wordsFor(error));
    }
    reload();
  };
  const run = async () => {
    setRunning(true);
    try {
      say(afterRun(await api.runWatcher(id)));
    } catch (error) {
      say(wordsFor(error));
    }
    setRunning(false);
    reload();
  };
  const remove = async () => {
    setDeleting(false);
    try {
      await api.deleteWatcher(id);
      say(t('Deleted. The actions it made stay.'));
      route('/watchers');
    } catch (error) {
      say(wordsFor(error));
    }
  };

  const shown = watcher.value;
  return (
    <Page
      title={shown?.name ?? t('Watcher')}
      heading={
        shown && (
          <>
            <Dot color={shown.color} /> <ShownTitle text={shown.name} /> <HealthChip watcher={shown} />
          </>
        )
      }
      needs="viewer"
      aside={
        <div class="row-of">
          <a class="button plain small" href="/watchers">
            {t('All watchers')}
          </a>
          {shown && may('admin') && (
            <>
              <button type="button" class="button small" disabled={running} onClick={() => void run()}>
                {running ? t('Running …') : t('Run now')}
              </button>
              {shown.status === 'paused' ? (
                <button
                  type="button"
                  class="button small"
                  onClick={() => void change({ status: 'active' }, t('Resumed: it runs at once'))}
                >
                  {t('Resume')}
                </button>
              ) : (
                <button
                  type="button"
                  class="button small"
                  onClick={() => void change({ status: 'paused' }, t('Paused'), { status: 'active' })}
                >
                  {t('Pause')}
                </button>
              )}
              <button
                type="button"
                class="button small"
                aria-expanded={editing}
                onClick={() => setEditing((open) => !open)}
              >
                {t('Edit')}
              </button>
              <button type="button" class="button small stop" onClick={() => setDeleting(true)}>
                {t('Delete')}
              </button>
            </>
          )}
        </div>
      }
    >
      <Fetched of={watcher} />
      {shown && (
        <>
          {editing && (
            <EditWatcher
              watcher={shown}
              onClose={() => setEditing(false)}
              onSaved={() => {
                setEditing(false);
                reload();
              }}
            />
          )}
          <Facts watcher={shown} />
          <Precision watcher={shown} turn={turn} onChange={(...given) => void change(...given)} />
          <Runs id={id} turn={turn} />
          <Items id={id} turn={turn} />
          {deleting && (
            <Dialog title={t('Delete “{name}”?', { name: shown.name })} onClose={() => setDeleting(false)}>
              <p>
                {t(
                  'What it remembers goes with it: watched again, it begins with a new baseline. The actions it made stay. This cannot be undone.',
                )}
              </p>
              <div class="row-of end">
                <button type="button" class="button" onClick={() => setDeleting(false)}>
                  {t('Keep it')}
                </button>
                <button type="button" class="button stop" onClick={() => void remove()}>
                  {t('Delete')}
                </button>
              </div>
            </Dialog>
          )}
        </>
      )}
    </Page>
  );
}

function sayGone(error: unknown): never {
  throw codeOf(error) === 'not_found' ? new Error(t('There is no such watcher, or it was deleted.')) : error;
}

function afterRun({ last_outcome, last_error, error_code, next_run_reason }: Watcher): string {
  if (next_run_reason === 'host_budget') return t('This site was asked a moment ago. It runs as soon as it may.');
  if (last_error) return errorWords(last_error, error_code);
  if (last_outcome === 'baseline') return t('Baseline: what is there is remembered, nothing raised.');
  return last_outcome === 'not_modified' ? t('Read: nothing has changed.') : t('Read.');
}
