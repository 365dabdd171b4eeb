// API keys: who may ask, what each may do, when it was last used.

import type { Key, KeyCreated, Scope } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, fullTime, now } from '../clock.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { withFresh } from '../people/fresh.tsx';

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['actions', 'Ask for approval, read decisions, report results'],
  ['watch', 'Read and change watchers'],
  ['admin', 'Everything: only for operators, never for an agent'],
];

export function KeysPage() {
  const keys = useLoaded(() => api.listKeys());
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<KeyCreated>();
  const [revoking, setRevoking] = useState<Key>();
  const shown = keys.value?.items.filter(({ revoked }) => !revoked) ?? [];
  return (
    <Page
      title="Keys"
      needs="admin"
      wrong={keys.wrong}
      aside={
        <button type="button" class="button main" onClick={() => setAdding(true)}>
          New key
        </button>
      }
    >
      <div class="card flush">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Key</th>
              <th>Scopes</th>
              <th>Made</th>
              <th>Last used</th>
              <th>
                <span class="visually-hidden">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <tr key={key.id}>
                <td>
                  <b>{key.name}</b>
                </td>
                <td>
                  <code>{key.prefix}…</code>
                </td>
                <td>{key.scopes.join(', ')}</td>
                <td>{fullTime(key.created_at)}</td>
                <td>{key.last_used_at === null ? 'never' : ago(now.value - key.last_used_at)}</td>
                <td>
                  <button type="button" class="button small stop" onClick={() => setRevoking(key)}>
                    Revoke
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
        <Dialog title={`Key “${made.name}”`} onClose={() => setMade(undefined)}>
          <SecretOnce text={made.key} says="Copy it now. It is never shown again." />
          <SecretOnce
            text={`curl ${location.origin}/v1/actions -H 'Authorization: Bearer ${made.key}' -d '{"kind":"test.hello","title":"Say hello","preview":{"format":"plain","body":"Hello"}}'`}
            says="Try it:"
          />
        </Dialog>
      )}
      {revoking && (
        <Dialog title={`Revoke “${revoking.name}”?`} onClose={() => setRevoking(undefined)}>
          <p>Whoever uses it is refused from the next request on. This cannot be undone.</p>
          <div class="row-of end">
            <button type="button" class="button" onClick={() => setRevoking(undefined)}>
              Keep it
            </button>
            <button
              type="button"
              class="button stop"
              onClick={async () => {
                const { id } = revoking;
                setRevoking(undefined);
                await withFresh(() => api.revokeKey(id));
                keys.reload();
              }}
            >
              Revoke
            </button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}

interface NewKeyProps {
  readonly onClose: () => void;
  readonly onMade: (key: KeyCreated) => void;
}

function NewKey({ onClose, onMade }: NewKeyProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['actions']);
  return (
    <Dialog title="New key" onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          const made = await withFresh(() => api.createKey({ name: name.trim(), scopes: [...scopes] }));
          if (made) onMade(made);
        }}
      >
        <Field
          label="Name"
          hint="Reviewers see it as the one who asks: “billing-agent”"
          value={name}
          maxLength={100}
          required
          onInput={setName}
        />
        <fieldset class="stack tight plain-set">
          <legend>It may</legend>
          {SCOPES.map(([scope, says]) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ currentTarget }) =>
                  setScopes(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                }
              />
              <span>
                <code>{scope}</code> {says}
              </span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button main" disabled={scopes.length === 0 || name.trim() === ''}>
          Make the key
        </button>
      </form>
    </Dialog>
  );
}
