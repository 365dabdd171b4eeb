// The people who review: who they are, what they may do, how they get in.

import type { Reviewer, Role, Stats } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { number, t } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { isMe } from '../session.ts';
import { withFresh } from './fresh.tsx';
import { Invite } from './invite.tsx';
import { METHODS, ROLES } from './roles.ts';

const WEEK_DAYS = 7;

function decidedBy({ id }: Reviewer, week: Stats['reviewers']): number {
  const { approved = 0, rejected = 0 } = week.find((one) => one.id === id) ?? {};
  return approved + rejected;
}

export function ReviewersPage() {
  const people = useLoaded(() => api.listReviewers());
  const week = useLoaded(() => api.getStats({ days: WEEK_DAYS })).value?.reviewers;
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<string>();
  const [removing, setRemoving] = useState<Reviewer>();
  const after = async (change: () => Promise<unknown>, said: string) => {
    const done = await withFresh(async () => {
      await change();
      return true;
    });
    if (done) say(said);
    people.reload();
  };
  const admins = people.value?.items.filter(({ role, status }) => role === 'admin' && status === 'active') ?? [];
  const isLastAdmin = ({ id }: Reviewer) => admins.length === 1 && admins[0]?.id === id;
  return (
    <Page
      title={t('Reviewers')}
      needs="admin"
      aside={
        <button type="button" class="button main" onClick={() => setInviting(true)}>
          {t('Invite')}
        </button>
      }
    >
      <Fetched of={people} />
      {people.value && (
        <div class="card flush">
          <table class="stacked">
            <thead>
              <tr>
                <th>{t('Name')}</th>
                <th>{t('Role')}</th>
                <th>{t('Signs in with')}</th>
                <th>{t('Last seen')}</th>
                <th>{t('Decided in 7 days')}</th>
                <th>
                  <span class="visually-hidden">{t('Change')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.value.items.map((person) => (
                <tr key={person.id}>
                  <td>
                    <b>{person.name || person.email || t('Invited')}</b>{' '}
                    {person.status === 'invited' && <span class="chip warn">{t('invited')}</span>}
                    {isMe(person) && <span class="chip accent">{t('you')}</span>}
                    {isLastAdmin(person) && (
                      <p class="small soft">{t('the last admin: first make someone else one')}</p>
                    )}
                  </td>
                  <td data-label={t('Role')}>
                    <select
                      aria-label={t('Role of {name}', { name: person.name })}
                      class="narrow"
                      value={person.role}
                      disabled={isLastAdmin(person)}
                      onChange={({ currentTarget }) => {
                        const role = currentTarget.value as Role; // the page is drawn anew before it is sent once more
                        void after(() => api.updateReviewer(person.id, { role }), t('Role changed'));
                      }}
                    >
                      {ROLES.map(([role]) => (
                        <option key={role} value={role}>
                          {t(role)}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td data-label={t('Signs in with')}>
                    {person.methods.map((method) => t(METHODS[method])).join(', ') || '–'}
                  </td>
                  <td data-label={t('Last seen')}>
                    {person.last_seen_at === undefined ? t('never') : ago(now.value - person.last_seen_at)}
                  </td>
                  <td class="digits" data-label={t('Decided in 7 days')}>
                    {week ? number(decidedBy(person, week)) : '–'}
                  </td>
                  <td>
                    <div class="row-of tools">
                      <button
                        type="button"
                        class="button small"
                        onClick={async () => setLink((await withFresh(() => api.makeReviewerLink(person.id)))?.url)}
                      >
                        {t('New link')}
                      </button>
                      {person.status === 'active' && (
                        <button
                          type="button"
                          class="button small"
                          onClick={() =>
                            void after(() => api.endReviewerSessions(person.id), t('Signed out everywhere'))
                          }
                        >
                          {t('Sign out')}
                        </button>
                      )}
                      {!isLastAdmin(person) && (
                        <button type="button" class="button small stop" onClick={() => setRemoving(person)}>
                          {t('Remove')}
                        </button>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {inviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={(url, mailedTo) => {
            setInviting(false);
            if (mailedTo === undefined) setLink(url);
            else say(t('Invitation sent to {address}', { address: mailedTo }));
            people.reload();
          }}
        />
      )}
      {link !== undefined && (
        <Dialog title={t('Send this link')} kept={t('I have sent or copied it')} onClose={() => setLink(undefined)}>
          <SecretOnce
            text={link}
            says={t('It works once. Whoever opens it gets in, so send it only to that person.')}
          />
        </Dialog>
      )}
      {removing && (
        <Confirm
          title={removing.name ? t('Remove {name}?', { name: removing.name }) : t('Remove this invitation?')}
          yes={t('Remove')}
          onClose={() => setRemoving(undefined)}
          onYes={() => void after(() => api.removeReviewer(removing.id), t('Removed'))}
        >
          <p>{t('They are signed out everywhere at once. What they decided stays.')}</p>
        </Confirm>
      )}
    </Page>
  );
}
