// API keys: who may ask, what each may do, when it was last used, and what it decided itself.

import type { Key, KeyCreated, Usage } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { fullTime } from '../dates.ts';
import { demoIds } from '../first-run/demo.ts';
import { snippet } from '../first-run/snippets.ts';
import { number, rich, t } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { withFresh } from '../people/fresh.tsx';
import { NewKey } from './new-key.tsx';

export function KeysPage() {
  // Together: what is said above the keys comes with them, not after them.
  const read = useLoaded(async () => {
    const [keys, project, usage] = await Promise.all([api.listKeys(), api.getProject(), api.getUsage()]);
    return {
      keys: keys.items.filter(({ revoked }) => !revoked),
      deciders: project.settings.deciders,
      decided: usage.decisions_by_key,
    };
  });
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<KeyCreated>();
  const [revoking, setRevoking] = useState<Key>();
  return (
    <Page
      title={t('Keys')}
      needs="admin"
      aside={
        <button type="button" class="button main" onClick={() => setAdding(true)}>
          {t('New key')}
        </button>
      }
    >
      <Fetched of={read} />
      {read.value?.deciders === 'anyone' && <SelfApproval keys={read.value.keys} onClosed={read.reload} />}
      {read.value && <KeyTable {...read.value} onRevoke={setRevoking} />}
      {adding && (
        <NewKey
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false);
            setMade(key);
            read.reload();
          }}
        />
      )}
      {made && (
        <Dialog
          title={t('Key “{name}”', { name: made.name })}
          kept={t('I have kept it')}
          onClose={() => setMade(undefined)}
        >
          <SecretOnce text={made.key} says={t('Copy it now. It is never shown again.')} />
          <SecretOnce text={snippet('curl', location.origin, made.key)} says={t('Try it:')} />
        </Dialog>
      )}
      {revoking && (
        <Confirm
          title={t('Revoke “{name}”?', { name: revoking.name })}
          yes={t('Revoke')}
          onClose={() => setRevoking(undefined)}
          onYes={async () => {
            await withFresh(() => api.revokeKey(revoking.id));
            read.reload();
          }}
        >
          <p>{t('Whoever uses it is refused from the next request on. This cannot be undone.')}</p>
        </Confirm>
      )}
    </Page>
  );
}

interface TableProps {
  readonly keys: readonly Key[];
  readonly decided: Usage['decisions_by_key'];
  readonly onRevoke: (key: Key) => void;
}

function KeyTable({ keys, decided, onRevoke }: TableProps) {
  return (
    <div class="card flush">
      <table class="stacked">
        <thead>
          <tr>
            <th>{t('Name')}</th>
            <th>{t('Key')}</th>
            <th>{t('Scopes')}</th>
            <th>{t('Made')}</th>
            <th>{t('Last used')}</th>
            <th>{t('Decisions made')}</th>
            <th>
              <span class="visually-hidden">{t('Revoke')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <b>{key.name}</b>
              </td>
              <td data-label={t('Key')}>
                <code>{key.prefix}…</code>
              </td>
              <td data-label={t('Scopes')}>
                <code>{key.scopes.join(', ')}</code>
              </td>
              <td data-label={t('Made')}>{fullTime(key.created_at)}</td>
              <td data-label={t('Last used')}>{lastUsed(key)}</td>
              <td data-label={t('Decisions made')}>
                <Decided id={key.id} count={decided[key.id] ?? 0} />
              </td>
              <td>
                <button type="button" class="button small stop" onClick={() => onRevoke(key)}>
                  {t('Revoke')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** None is good: deciding is for people. What there is can be looked at. */
function Decided({ id, count }: { readonly id: string; readonly count: number }) {
  if (count === 0) return <span class="soft digits">{number(0)}</span>;
  return (
    <a
      class="button small digits"
      href={`/history?decided_by=${id}`}
      title={t('Show what it decided')}
      aria-label={`${t('Show what it decided')}: ${number(count)}`}
    >
      ⚠ {number(count)}
    </a>
  );
}

const DEMO_AGENT = 'Demo agent';

/** Nobody has it: the demo runs inside the server. */
const isOfDemo = ({ name }: Key): boolean => name === DEMO_AGENT && demoIds.value.length > 0;

function lastUsed(key: Key): string {
  if (isOfDemo(key)) return t('only by the demo');
  return key.last_used_at === null ? t('never') : ago(now.value - key.last_used_at);
}

/** While a key may approve what it asked for itself, that is said, and closed with one button. */
function SelfApproval({ keys, onClosed }: { readonly keys: readonly Key[]; readonly onClosed: () => void }) {
  const risky = keys.filter((key) => key.scopes.includes('actions') && !isOfDemo(key));
  const [first] = risky;
  if (!first) return null;
  const name = <b>{first.name}</b>;
  const count = number(risky.length);
  return (
    <div class="notice warn middle" role="note">
      <span class="grow">
        {risky.length === 1
          ? rich('The key {name} can approve its own actions.', { name })
          : rich('{count} keys can approve their own actions, {name} among them.', { count, name })}
      </span>
      <button
        type="button"
        class="button small"
        onClick={async () => {
          const closed = await withFresh(() => api.updateProject({ settings: { deciders: 'people' } }));
          if (closed) say(t('Only people may decide. Settings → Who may decide changes it.'));
          onClosed();
        }}
      >
        {t('Only people may decide')}
      </button>
    </div>
  );
}
