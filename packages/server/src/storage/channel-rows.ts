// The tables of notification channels.

import type { ChannelEvent, ChannelType } from '@countersign/contract';

/** 0 or 1: the engines share no boolean. */
type Bit = 0 | 1;

export interface ChannelRow {
  project_id: string;
  id: string;
  name: string;
  type: ChannelType;
  /** JSON of what may be shown. */
  config: string;
  /** JSON of what may not. */
  secrets: string;
  enabled: Bit;
  digest_window_sec: number;
  /** JSON arrays; no kinds, or no watchers, means all of them. */
  events: string;
  kinds: string;
  watcher_ids: string;
  inbox: 'also' | 'instead';
  last_fired_at: number | null;
  /** Attempts in a row that failed. */
  fail_count: number;
  last_error: string | null;
  /** When it turned itself off; null when it is on, or someone turned it off. */
  disabled_at: number | null;
  created_at: number;
  updated_at: number;
}

/** What a message is about; `digest` is several at once. */
export type SendEvent = ChannelEvent | 'watcher.recovered' | 'watcher.paused' | 'action.escalated' | 'digest';

/** In place of a channel's id. */
export const INBOX = 'inbox';

/** A message to one channel: first it waits to be sent, and once it was and can be changed, it stands for that copy. */
export interface ChannelSendRow {
  project_id: string;
  id: string;
  /** `INBOX` once no channel takes it any more. */
  channel_id: string;
  event: SendEvent;
  action_id: string | null;
  /** JSON: what a watcher told; or of a digest, what is in it. */
  body: string | null;
  /** It tells of matches that no action was made of: they are for the inbox when they cannot be sent. */
  only_here: Bit;
  /** What the platform calls the message; null until it was sent. */
  message_ref: string | null;
  /** Attempts to send it; or, once it was sent, to bring it up to date. */
  attempt: number;
  /** When to look at it next; while leased, when the lease runs out. Null when there is nothing to do. */
  due_at: number | null;
  leased: Bit;
  /** Grows with every lease; whoever holds an older one may not write. */
  fence: number;
  created_at: number;
}
