// The tables of browser push.

import type { Language } from '../base/language.ts';

/** 0 or 1: the engines share no boolean. */
type Bit = 0 | 1;

/** A browser, and the line of what waits to be told to it: whoever sends has leased the row. */
export interface PushSubscriptionRow {
  project_id: string;
  id: string;
  /** SHA-256 of the endpoint; unique on the server. */
  endpoint_hash: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  owner_type: 'reviewer' | 'key';
  owner_id: string;
  /** The session it was made in; it goes when that is signed out. */
  session_id: string | null;
  name: string;
  show_content: Bit;
  /** Of what we say ourselves. */
  language: Language;
  created_at: number;
  /** When the push service ends it, if it said so. */
  expires_at: number | null;
  last_sent_at: number | null;
  /** When to look at it next; while leased, when the lease runs out. Null when nothing waits. */
  due_at: number | null;
  leased: Bit;
  /** Grows with every lease; whoever holds an older one may not write. */
  fence: number;
  /** Attempts in a row that failed. */
  fails: number;
}

export type CauseEvent = 'action.pending' | 'action.expiring';

export interface PushCauseRow {
  project_id: string;
  id: string;
  event: CauseEvent;
  action_id: string;
  created_at: number;
}

export interface PushNoticeRow {
  project_id: string;
  subscription_id: string;
  id: string;
  event: CauseEvent | 'decision.lost' | 'test';
  action_id: string | null;
  created_at: number;
}
