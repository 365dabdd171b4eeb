// What to make of what waits for a browser: send one, send a summary, or wait.

import type { PushNoticeRow } from '../../storage/push-rows.ts';
import type { Wishes } from './above.ts';
import { quietUntil } from './quiet-hours.ts';

/** More than so many at once are one notification. */
const FEW = 3;
/** Nobody waits longer than this for a test. */
const TEST_SECONDS = 600;

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
  const test = live.find(({ event }) => event === 'test');
  if (test) return { is: 'one', notice: test }; // asked for: it comes now
  const [oldest] = live;
  if (!oldest) return { is: 'nothing' };
  const quiet = quietUntil(wishes.quiet_hours, timezone, now);
  if (quiet !== undefined) return { is: 'wait', until: quiet };
  const gathered = oldest.created_at + wishes.digest_s;
  // A clock that was set back must not make anyone wait for longer than they wished.
  if (gathered > now) return { is: 'wait', until: Math.min(gathered, now + wishes.digest_s) };
  return live.length > FEW || (wishes.digest_s > 0 && live.length > 1)
    ? { is: 'summary', notices: live }
    : { is: 'one', notice: oldest };
}

/** A notice whose action is decided, or that came too late, is not worth telling. */
export function isLive(notice: PushNoticeRow, pending: ReadonlySet<string>, now: number): boolean {
  return notice.action_id === null ? now - notice.created_at < TEST_SECONDS : pending.has(notice.action_id);
}
