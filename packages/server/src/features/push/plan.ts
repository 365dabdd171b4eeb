// What to make of what waits for a browser: send one, send a summary, or wait.

import type { PushNoticeRow } from '../../storage/push-rows.ts';
import type { Wishes } from './above.ts';
import { isQuiet, quietUntil } from './quiet-hours.ts';

/** More than so many at once are one notification. */
const FEW = 3;
/** Nobody waits longer than this for a test. */
const TEST_SECONDS = 600;
/** Nor is it news any more that a decision did not count. */
const LOST_SECONDS = 86_400;

export type Plan =
  | { readonly is: 'nothing' }
  | { readonly is: 'wait'; readonly until: number }
  | { readonly is: 'one'; readonly notice: PushNoticeRow }
  | { readonly is: 'summary'; readonly notices: readonly PushNoticeRow[] };

export interface Moment {
  readonly now: number;
  /** Of the project. */
  readonly timezone: string;
}

/** `live`: what is still worth telling, the oldest first. */
export function planFor(live: readonly PushNoticeRow[], wishes: Wishes, { now, timezone }: Moment): Plan {
  // Asked for, or of what was decided a moment ago: it comes now, alone, whatever the hour.
  const atOnce = live.find(({ event }) => event === 'test' || event === 'decision.lost');
  if (atOnce) return { is: 'one', notice: atOnce };
  const [oldest] = live;
  if (!oldest) return { is: 'nothing' };
  const quiet = quietUntil(wishes.quiet_hours, timezone, now);
  if (quiet !== undefined) return { is: 'wait', until: quiet };
  const gathered = oldest.created_at + wishes.digest_s;
  // What expires soon would come too late with the others.
  const notices = gathered <= now ? live : live.filter(({ event }) => event === 'action.expiring');
  const [notice] = notices;
  // A clock that was set back must not make anyone wait for longer than they wished.
  if (!notice) return { is: 'wait', until: Math.min(gathered, now + wishes.digest_s) };
  const { quiet_hours, digest_s } = wishes;
  // Nobody wants to find one after the other what came in the night.
  const waited = quiet_hours !== undefined && isQuiet(quiet_hours, timezone, oldest.created_at);
  return notices.length > FEW || ((digest_s > 0 || waited) && notices.length > 1)
    ? { is: 'summary', notices }
    : { is: 'one', notice };
}

/** A notice whose action is decided, or that came too late, is not worth telling. */
export function isLive(notice: PushNoticeRow, pending: ReadonlySet<string>, now: number): boolean {
  if (notice.event === 'decision.lost') return now - notice.created_at < LOST_SECONDS;
  return notice.action_id === null ? now - notice.created_at < TEST_SECONDS : pending.has(notice.action_id);
}

/** Nor is it worth telling that an action waits where it is to be told that it is about to expire: it would be two. */
export function withoutReminded(live: readonly PushNoticeRow[]): readonly PushNoticeRow[] {
  const reminded = new Set(live.filter(({ event }) => event === 'action.expiring').map(({ action_id }) => action_id));
  return live.filter(({ event, action_id }) => event !== 'action.pending' || !reminded.has(action_id));
}
