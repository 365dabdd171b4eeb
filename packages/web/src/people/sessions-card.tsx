// Where I am signed in, and signing out: here, there, or with no way back.

import type { Me } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { rich, t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { me, session } from '../session.ts';
import { browserName } from './device-name.ts';

async function signOut(): Promise<void> {
  await api.signOut();
  me.value = undefined; // what was under way is refused now, and that is no reason to ask for a sign-in
  location.assign('/signin');
}

/** Whether the door would open again, by anything that was set up or by mail. */
function hasWayBack({ methods, email }: Me): boolean {
  return methods.length > 0 || (session.value?.features.smtp === true && email !== undefined);
}

function NoWayBack({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('Sign out with no way back in?')} onClose={onClose}>
      <p>
        {t(
          'You have no passkey, no password and no recovery codes. Set one up first, and you can come back by yourself.',
        )}
      </p>
      <p>
        {rich('Without one, you come in again only by a link that {command} prints on the server.', {
          command: <code>countersign admin sign-in-link</code>,
        })}
      </p>
      <form method="dialog" class="row-of end">
        <button type="submit" class="button">
          {t('Stay signed in')}
        </button>
        <button type="button" class="button stop" onClick={() => void signOut()}>
          {t('Sign out anyway')}
        </button>
      </form>
    </Dialog>
  );
}

export function SessionsCard() {
  const [asking, setAsking] = useState(false);
  const sessions = useLoaded(() => api.listMySessions());
  const end = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      say(wordsFor(error));
    }
    sessions.reload();
  };
  const leave = async () => {
    try {
      if (hasWayBack(await api.getMe())) await signOut();
      else setAsking(true);
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{t('Where you are signed in')}</h2>
      <Fetched of={sessions} />
      {sessions.value?.items.map((one) => (
        <div class="row-of" key={one.id}>
          <span class="grow" title={one.user_agent}>
            {browserName(one.user_agent)}
          </span>
          <span class="small soft">
            {one.current ? t('this device') : t('seen {ago}', { ago: ago(now.value - one.last_seen_at) })}
          </span>
          {!one.current && (
            <button
              type="button"
              class="button small"
              aria-label={t('Sign out {device}', { device: browserName(one.user_agent) })}
              onClick={() => void end(() => api.endMySession(one.id))}
            >
              {t('Sign out')}
            </button>
          )}
        </div>
      ))}
      <div class="row-of">
        <button type="button" class="button" onClick={() => void end(() => api.endMyOtherSessions())}>
          {t('Sign out everywhere else')}
        </button>
        <button type="button" class="button" onClick={() => void leave()}>
          {t('Sign out')}
        </button>
      </div>
      {asking && <NoWayBack onClose={() => setAsking(false)} />}
    </section>
  );
}
