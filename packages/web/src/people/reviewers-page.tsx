// The people who review: who they are, what they may do, how they get in.

import type { Reviewer, Role } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { session } from '../session.ts';
import { withFresh } from './fresh.tsx';

const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'Sees everything that waits and was decided'],
  ['reviewer', 'Also approves, rejects and edits'],
  ['admin', 'Also changes keys, people and settings'],
];

export function ReviewersPage() {
  const people = useLoaded(() => api.listReviewers());
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<string>();
  const [removing, setRemoving] = useState<Reviewer>();
  const after = async (change: Promise<unknown>, said: string) => {
    if ((await change) !== undefined) say(said);
    people.reload();
  };
  return (
    <Page
      title="Reviewers"
      needs="admin"
      wrong={people.wrong}
      aside={
        <button type="button" class="button main" onClick={() => setInviting(true)}>
          Invite
        </button>
      }
    >
      <div class="card flush">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Role</th>
              <th>Signs in with</th>
              <th>Last seen</th>
              <th>
                <span class="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.value?.items.map((person) => (
              <tr key={person.id}>
                <td>
                  <b>{person.name || person.email || 'Invited'}</b>{' '}
                  {person.status === 'invited' && <span class="chip warn">invited</span>}
                  {person.id === session.value?.reviewer?.id && <span class="chip accent">you</span>}
                </td>
                <td>
                  <select
                    aria-label={`Role of ${person.name}`}
                    class="narrow"
                    value={person.role}
                    onChange={({ currentTarget }) =>
                      void after(
                        withFresh(() => api.updateReviewer(person.id, { role: currentTarget.value as Role })),
                        'Role changed',
                      )
                    }
                  >
                    {ROLES.map(([role]) => (
                      <option key={role}>{role}</option>
                    ))}
                  </select>
                </td>
                <td>{person.methods.join(', ').replaceAll('_', ' ') || '–'}</td>
                <td>{person.last_seen_at === undefined ? 'never' : ago(now.value - person.last_seen_at)}</td>
                <td>
                  <div class="row-of">
                    <button
                      type="button"
                      class="button small"
                      onClick={async () => setLink((await withFresh(() => api.makeReviewerLink(person.id)))?.url)}
                    >
                      New link
                    </button>
                    <button type="button" class="button small stop" onClick={() => setRemoving(person)}>
                      Remove
                    </button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {inviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={(url) => {
            setInviting(false);
            setLink(url);
            people.reload();
          }}
        />
      )}
      {link !== undefined && (
        <Dialog title="Send this link" onClose={() => setLink(undefined)}>
          <SecretOnce text={link} says="It works once. Whoever opens it gets in, so send it only to that person." />
        </Dialog>
      )}
      {removing && (
        <Dialog title={`Remove ${removing.name || 'this invitation'}?`} onClose={() => setRemoving(undefined)}>
          <p>They are signed out everywhere at once. What they decided stays.</p>
          <div class="row-of end">
            <button type="button" class="button" onClick={() => setRemoving(undefined)}>
              Keep
            </button>
            <button
              type="button"
              class="button stop"
              onClick={() => {
                setRemoving(undefined);
                void after(
                  withFresh(async () => {
                    await api.removeReviewer(removing.id);
                    return true;
                  }),
                  'Removed',
                );
              }}
            >
              Remove
            </button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}

interface InviteProps {
  readonly onClose: () => void;
  readonly onInvited: (url: string) => void;
}

function Invite({ onClose, onInvited }: InviteProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          const invited = await withFresh(() =>
            api.inviteReviewer({ role, ...(name.trim() !== '' && { name: name.trim() }) }),
          );
          if (invited) onInvited(invited.url);
        }}
      >
        <Field label="Name" hint="They can change it" value={name} maxLength={100} onInput={setName} />
        <fieldset class="stack tight plain-set">
          <legend>Role</legend>
          {ROLES.map(([value, says]) => (
            <label class="check" key={value}>
              <input type="radio" name="role" checked={role === value} onChange={() => setRole(value)} />
              <span>
                <b>{value}</b>. {says}
              </span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button main">
          Make the link
        </button>
      </form>
    </Dialog>
  );
}
