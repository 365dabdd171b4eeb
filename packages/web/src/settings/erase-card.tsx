// The end of the data: said plainly, typed by hand, and counted when it is done.

import type { ProjectErased } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { number, type Plain, rich, t, tn } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { withFresh } from '../people/fresh.tsx';

const COUNTED: readonly (readonly [keyof Omit<ProjectErased, 'erased'>, Plain])[] = [
  ['actions', 'actions'],
  ['decisions', 'decisions'],
  ['deliveries', 'deliveries'],
  ['watchers', 'watchers'],
  ['watcher_items', 'items of watchers'],
  ['rules', 'rules'],
  ['notification_channels', 'channels'],
  ['push_subscriptions', 'devices with push'],
  ['audit_values', 'values in the audit log'],
];

export function EraseCard({ name }: { readonly name: string }) {
  const [asking, setAsking] = useState(false);
  const [erased, setErased] = useState<ProjectErased>();
  return (
    <section class="card" aria-labelledby="erase">
      <h2 id="erase">{t('Erase')}</h2>
      <p class="soft">
        {t(
          'Removes all content and personal data for good. The project, its keys and its people’s sign-in stay, and so does the audit log, without the words: its chain still verifies. Backups you made are yours to clean.',
        )}
      </p>
      {erased && (
        <div class="notice" role="status">
          <div class="grow">
            <p>
              <b>{t('Erased.')}</b>
            </p>
            <dl class="facts-list">
              {COUNTED.map(([member, says]) => (
                <>
                  <dt>{t(says)}</dt>
                  <dd class="digits">{number(erased[member])}</dd>
                </>
              ))}
            </dl>
          </div>
        </div>
      )}
      <div class="row-of">
        <button type="button" class="button stop" onClick={() => setAsking(true)}>
          {t('Erase everything…')}
        </button>
      </div>
      {asking && (
        <Confirm
          name={name}
          onClose={() => setAsking(false)}
          onErased={(counts) => {
            setAsking(false);
            setErased(counts);
          }}
        />
      )}
    </section>
  );
}

interface ConfirmProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onErased: (counts: ProjectErased) => void;
}

function Confirm({ name, onClose, onErased }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={t('Erase everything?')} onClose={onClose}>
      <Losses />
      <p>
        {t('Agents that wait for a decision will not get one.')} <b>{t('This cannot be undone.')}</b>
      </p>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          setBusy(true);
          const counts = await withFresh(() => api.eraseProject());
          setBusy(false);
          if (counts) onErased(counts);
        }}
      >
        <Field
          label={t('Type the project’s name: {name}', { name })}
          autocomplete="off"
          value={typed}
          required
          onInput={setTyped}
        />
        <div class="row-of end">
          <button type="button" class="button" onClick={onClose}>
            {t('Keep it')}
          </button>
          <button type="submit" class="button stop" disabled={busy || typed !== name}>
            {busy ? t('Erasing …') : t('Erase everything')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What would go, as far as it is counted beforehand. */
function Losses() {
  const usage = useLoaded(() => api.getUsage());
  if (!usage.value)
    return <p>{t('Every action, decision and delivery goes, and every watcher with what it remembers.')}</p>;
  const { actions, watchers } = usage.value;
  const all = Object.values(actions).reduce((sum, count) => sum + count, 0);
  const reading = watchers.active + watchers.degraded + watchers.paused;
  return (
    <p>
      {rich(
        '{actions} with their decisions and deliveries, {pending} of them still waiting, and {watchers} with what they remember will be gone.',
        {
          actions: <b>{tn(all, '{count} action', '{count} actions')}</b>,
          pending: number(actions.pending),
          watchers: <b>{tn(reading, '{count} watcher', '{count} watchers')}</b>,
        },
      )}
    </p>
  );
}
