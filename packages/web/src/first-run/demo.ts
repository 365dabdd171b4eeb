// The demo agent as the page knows it: which actions are its own.

import { signal } from '@preact/signals';
import { api } from '../api.ts';
import { may, session } from '../session.ts';

/** In the order of the tour; empty when there is no demo. */
export const demoIds = signal<readonly string[]>([]);

export const isDemo = (id: string): boolean => demoIds.value.includes(id);

/** Only admins can end it, so only they are told which actions belong to it. */
export async function loadDemo(): Promise<void> {
  if (!session.value?.features.demo || !may('admin')) return;
  demoIds.value = (await api.getDemo().catch(() => ({ action_ids: [] }))).action_ids; // the inbox does not need it
}
