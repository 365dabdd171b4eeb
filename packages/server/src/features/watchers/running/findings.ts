// What one run found for one watcher, before anything of it is saved.

import type { WatcherItemRow, WatcherRow, WatcherSnapshotRow } from '../../../storage/watcher-rows.ts';
import type { Ending } from '../health/health.ts';
import type { Found } from '../telling/match.ts';

/** An item as it will be stored; when, and what was told of it, is known only then. */
export type ItemDraft = Omit<
  WatcherItemRow,
  | 'project_id'
  | 'watcher_id'
  | 'id'
  | 'first_seen'
  | 'last_seen'
  | 'owed'
  | 'found'
  | 'alerted_at'
  | 'alerted_as'
  | 'action_id'
>;

export interface Findings {
  readonly ending: Ending;
  /** One sentence and a next step, when it was not good. */
  readonly error?: string;
  readonly http_status?: number;
  readonly bytes: number;
  /** How many items the source had. */
  readonly items: number;
  readonly notes: readonly string[];
  /** Stored if they are really new. */
  readonly fresh: readonly ItemDraft[];
  /** By the key under which they are known now. */
  readonly changed: readonly { readonly key: string; readonly changes: Partial<WatcherItemRow> }[];
  readonly touched: readonly string[];
  /** Of the fresh and the changed ones, those to tell; a fresh one only if it was really new. */
  readonly matches: readonly Found[];
  readonly told: Circumstance;
  /** What is true of the watcher after it. */
  readonly watcher: Partial<WatcherRow>;
  readonly snapshot?: Pick<WatcherSnapshotRow, 'number' | 'hash' | 'title' | 'packed'>;
  /** Every item of the source was looked at: what is not among them is gone from it. */
  readonly lookedThrough: boolean;
  readonly feedTitle: string;
  /** There is more than one run should take: the next follows at once. */
  readonly more: boolean;
  /** No schedule: the next run in so many seconds, to see it twice. */
  readonly confirmIn?: number;
}

/** Why many matches would be told as one. */
export type Circumstance = 'usual' | 'all_new' | 'rest';

export const NOTHING = {
  bytes: 0,
  items: 0,
  notes: [],
  fresh: [],
  changed: [],
  touched: [],
  matches: [],
  told: 'usual',
  watcher: {},
  lookedThrough: false,
  feedTitle: '',
  more: false,
} as const satisfies Omit<Findings, 'ending'>;
