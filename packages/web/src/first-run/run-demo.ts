// How the demo begins and ends, and what is said when its agent got a decision. Fetched with what shows the demo.

import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { forgetAction } from '../inbox/actions-cache.ts';
import { loadCounts, loadInbox } from '../inbox/load.ts';
import { onLive } from '../live/connection.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { may, session } from '../session.ts';
import { demoIds, isDemo } from './demo.ts';

/** The first person's set-up ends with it; whatever goes wrong, the inbox is there. */
export async function beginDemo(): Promise<void> {
  if (!session.value?.features.demo || !may('admin')) return;
  try {
    demoIds.value = (await api.startDemo()).action_ids;
  } catch (error) {
    say(wordsFor(error));
  }
}

export async function removeDemo(): Promise<void> {
  try {
    await api.endDemo();
  } catch (error) {
    return void say(wordsFor(error));
  }
  for (const id of demoIds.value) forgetAction(id);
  demoIds.value = [];
  say(t('The demo and everything it made are gone.'));
  await Promise.all([loadInbox(), loadCounts()]);
}

onLive(({ type, data }) => {
  if (type !== 'action.result' || typeof data.id !== 'string' || !isDemo(data.id)) return;
  say(t('The demo agent got your decision and carried it out.'), { link: { href: `/a/${data.id}`, says: t('Look') } });
});
