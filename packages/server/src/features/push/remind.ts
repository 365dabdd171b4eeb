// Ten minutes before a pending action expires, whoever can decide it is told once more.

import type { Reader, Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { lockReminded, saveReminded } from './store.ts';

export const BEFORE_EXPIRY_SECONDS = 600;
const PAGE = 100;
/** Further ahead than this nobody has looked by a clock that was right. */
const AHEAD_SECONDS = 3600;

export type Expiring = Pick<
  ActionRow,
  'project_id' | 'id' | 'expires_at' | 'kind' | 'created_by_type' | 'created_by_id'
>;

/** What is asked of the room of actions. */
export interface Reminding {
  /** Pending, and expiring after the one moment and up to the other, the soonest first. */
  expiring(tx: Tx, span: { after: number; until: number; limit: number }): Promise<readonly Expiring[]>;
  /** Someone is about to decide it. */
  isHeld(reader: Reader, project_id: string, action_id: string): Promise<boolean>;
}

export interface Reminder {
  /** Under which it is kept how far this one has come. */
  readonly name: string;
  tell(tx: Tx, action: Expiring): Promise<void>;
}

/** False when there may be more. What was made with less time than that is not told twice in a row. */
export async function remind(tx: Tx, above: Reminding, { name, tell }: Reminder): Promise<boolean> {
  const until = tx.now + BEFORE_EXPIRY_SECONDS;
  const lookedUpTo = await lockReminded(tx, name);
  const reminded = lookedUpTo > until + AHEAD_SECONDS ? tx.now : lookedUpTo; // else nobody would be for as long as it was wrong
  if (reminded >= until) return true;
  const soon = await above.expiring(tx, { after: Math.max(reminded, tx.now), until, limit: PAGE });
  const isWhole = soon.length < PAGE;
  const last = soon.at(-1)?.expires_at ?? until;
  // A page may end in the middle of a second: that second is left to the next page, unless it fills one alone.
  const [first] = soon;
  const upTo = isWhole ? until : first?.expires_at === last ? last : last - 1;
  for (const action of soon) {
    if (action.expires_at > upTo || (await above.isHeld(tx, action.project_id, action.id))) continue;
    await tell(tx, action);
  }
  await saveReminded(tx, name, upTo);
  return isWhole;
}
