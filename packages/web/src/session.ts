// Who is signed in, and what this person prefers.

import type { Me, Role, Session } from '@countersign/contract';
import { computed, signal } from '@preact/signals';
import { api, madeFor } from './api.ts';
import { setServerTime } from './clock.ts';
import { speak } from './i18n/locale.ts';

export const session = signal<Session>();
export const me = signal<Me>();

const RANK: Readonly<Record<Role, number>> = { viewer: 0, reviewer: 1, admin: 2 };

export const role = computed<Role>(() => session.value?.reviewer?.role ?? 'viewer');

export function may(needed: Role): boolean {
  return RANK[role.value] >= RANK[needed];
}

/** Whether that is who sits here. */
export function isMe(who: { readonly id: string } | undefined): boolean {
  return who !== undefined && who.id === session.value?.reviewer?.id;
}

export async function loadSession(): Promise<void> {
  const fresh = await api.getSession();
  const mine = fresh.reviewer && (await api.getMe());
  takeSession(fresh);
  if (mine) takeMe(mine);
}

export function takeSession(fresh: Session): void {
  setServerTime(fresh.server_time);
  session.value = fresh;
  madeFor.id = fresh.reviewer?.id;
}

export function takeMe(fresh: Me): void {
  me.value = fresh;
  document.documentElement.dataset.density = fresh.density;
  setTheme(fresh.theme);
  void speak(fresh.locale);
}

/** Kept in this browser too, so that the next page is drawn in it from its first paint. */
export function setTheme(theme: 'auto' | 'light' | 'dark'): void {
  if (theme === 'auto') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem('theme');
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
  }
}
