// The demo agent as the page knows it: which actions are its own, and how it begins and ends.

import { signal } from '@preact/signals';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { forgetAction } from '../inbox/actions-cache.ts';
import { loadCounts, loadInbox } from '../inbox/load.ts';
import { onLive } from '../live/connection.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { may, session } from '../session.ts';

/** In the order of the tour; empty when there is no demo. */
export const demoIds = signal<readonly string[]>([]);

export const isDemo = (id: string): boolean => demoIds.value.includes(id);

/** Only admins can end it, so only they are told which actions belong to it. */
export async function loadDemo(): Promise<void> {
  if (!session.value?.features.demo || !may('admin')) return;
  demoIds.value = (await api.getDemo().catch(() => ({ action_ids: [] }))).action_ids; // the inbox does not need it
}

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
