// After a pause the server may be a newer one: the page says so, and never loads it by itself. And it may be another who is signed in,
// in a tab beside this one: then nothing that was begun here is theirs, and nothing of it must be done in their name.

import { api, signedOut } from './api.ts';
import { now } from './clock.ts';
import { t } from './i18n/translate.ts';
import { onLive } from './live/connection.ts';
import { say } from './parts/toasts.tsx';
import { session } from './session.ts';

/** Browsers may keep a page that was left, as it was, and show it to whoever goes back: it is read anew, by whoever is signed in now. */
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

const SHOWN_S = 600;
let told = '';

onLive(async ({ type }) => {
  if (type !== 'reset') return;
  const answer = await api.getSession().catch(() => undefined); // the next reset asks again
  if (!answer) return;
  const { version, reviewer } = answer;
  const mine = session.peek()?.reviewer;
  if (mine && reviewer && reviewer.id !== mine.id) {
    signedOut.value = true; // who stays for a draft stays as who wrote it, or decides nothing
    return location.reload();
  }
  if (version === session.peek()?.version || version === told) return;
  told = version;
  const reload = { says: t('Reload'), do: () => location.reload() };
  say(t('A new version is ready.'), { until: now.peek() + SHOWN_S, button: reload });
});
