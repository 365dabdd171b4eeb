// API keys: who may ask, what each may do, when it was last used.

import type { Key, KeyCreated } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, fullTime, now } from '../clock.ts';
import { demoIds } from '../first-run/demo.ts';
import { rich, t } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { withFresh } from '../people/fresh.tsx';
import { NewKey } from './new-key.tsx';

export function KeysPage() {
  const keys = useLoaded(() => api.listKeys());
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<KeyCreated>();
  const [revoking, setRevoking] = useState<Key>();
  const shown = keys.value?.items.filter(({ revoked }) => !revoked) ?? [];
  return (
    <Page
      title={t('Keys')}
      needs="admin"
      wrong={keys.wrong}
      aside={
        <button type="button" class="button main" onClick={() => setAdding(true)}>
          {t('New key')}
        </button>
      }
    >
      <SelfApproval keys={shown} />
      <div class="card flush">
        <table class="stacked">
          <thead>
            <tr>
              <th>{t('Name')}</th>
              <th>{t('Key')}</th>
              <th>{t('Scopes')}</th>
              <th>{t('Made')}</th>
              <th>{t('Last used')}</th>
              <th>
                <span class="visually-hidden">{t('Revoke')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
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
                <td data-label={t('Last used')}>
                  {key.last_used_at === null ? t('never') : ago(now.value - key.last_used_at)}
                </td>
                <td>
                  <button type="button" class="button small stop" onClick={() => setRevoking(key)}>
                    {t('Revoke')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {adding && (
        <NewKey
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false);
            setMade(key);
            keys.reload();
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
          <SecretOnce
            text={`curl ${location.origin}/v1/actions -H 'Authorization: Bearer ${made.key}' -d '{"kind":"test.hello","title":"Say hello","preview":{"format":"plain","body":"Hello"}}'`}
            says={t('Try it:')}
          />
        </Dialog>
      )}
      {revoking && (
        <Confirm
          title={t('Revoke “{name}”?', { name: revoking.name })}
          yes={t('Revoke')}
          onClose={() => setRevoking(undefined)}
          onYes={async () => {
            await withFresh(() => api.revokeKey(revoking.id));
            keys.reload();
          }}
        >
          <p>{t('Whoever uses it is refused from the next request on. This cannot be undone.')}</p>
        </Confirm>
      )}
    </Page>
  );
}

const DEMO_AGENT = 'Demo agent';

/** While a key may approve what it asked for itself, that is said, and closed with one button. */
function SelfApproval({ keys }: { readonly keys: readonly Key[] }) {
  const project = useLoaded(() => api.getProject());
  // Nobody has the key of the demo agent.
  const risky = keys.find(
    ({ scopes, name }) => scopes.includes('actions') && (name !== DEMO_AGENT || demoIds.value.length === 0),
  );
  if (!risky || project.value?.settings.deciders !== 'anyone') return null;
  return (
    <div class="notice warn middle" role="note">
      <span class="grow">{rich('The key {name} can approve its own actions.', { name: <b>{risky.name}</b> })}</span>
      <button
        type="button"
        class="button small"
        onClick={async () => {
          const closed = await withFresh(() => api.updateProject({ settings: { deciders: 'people' } }));
          if (closed) say(t('Only people may decide. Settings → Who may decide changes it.'));
          project.reload();
        }}
      >
        {t('Only people may decide')}
      </button>
    </div>
  );
}
