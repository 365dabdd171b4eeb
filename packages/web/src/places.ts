// The places of the app, in the order of the rail.

import type { Plain } from './i18n/translate.ts';
import type { IconName } from './parts/icon.tsx';

export interface Place {
  readonly path: string;
  readonly name: Plain;
  readonly icon: IconName;
  readonly admin?: true;
}

export const WORK: readonly Place[] = [
  { path: '/inbox', name: 'Inbox', icon: 'inbox' },
  { path: '/history', name: 'History', icon: 'history' },
  { path: '/watchers', name: 'Watchers', icon: 'watchers' },
  { path: '/insights', name: 'Insights', icon: 'insights' },
];
export const ME: Place = { path: '/me', name: 'Me', icon: 'me' };
export const SET_UP: readonly Place[] = [
  { path: '/rules', name: 'Rules', icon: 'rules', admin: true },
  { path: '/channels', name: 'Channels', icon: 'channels', admin: true },
  { path: '/reviewers', name: 'Reviewers', icon: 'people', admin: true },
  { path: '/keys', name: 'Keys', icon: 'keys', admin: true },
  { path: '/audit', name: 'Audit', icon: 'audit', admin: true },
  { path: '/settings', name: 'Settings', icon: 'settings', admin: true },
];
