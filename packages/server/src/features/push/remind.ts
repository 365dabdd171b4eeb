// Ten minutes before a pending action expires, whoever can decide it is told once more.

import type { Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { lockReminded, saveReminded } from './store.ts';

export const BEFORE_EXPIRY_SECONDS = 600;
const PAGE = 100;
/** Further ahead than this nobody has looked by a clock that was right; transactions may have begun in another order. */
const AHEAD_SECONDS = 60;

export type Expiring = Pick<
  ActionRow,
  'project_id' | 'id' | 'expires_at' | 'kind' | 'created_by_type' | 'created_by_id'
>;

/** Where one stands among those that expire. */
export type Place = Pick<ActionRow, 'expires_at' | 'project_id' | 'id'>;

/** What is asked of the room of actions. */
export interface Reminding {
  /** Pending, and expiring after that place and up to the moment, the soonest first. */
  expiring(tx: Tx, span: { after: Place; until: number; limit: number }): Promise<readonly Expiring[]>;
  /** Whoever is about to decide it sees to it that it is told should it stay open. False when nobody is. */
  leaveToHolds(tx: Tx, action: Place, to: Told): Promise<boolean>;
}

/** Who is reminded. */
export type Told = 'push' | 'channels';

export interface Reminder {
  readonly to: Told;
  tell(tx: Tx, action: Expiring): Promise<void>;
}

/** False when there may be more. What was made with less time than that is not told twice in a row. */
export async function remind(tx: Tx, above: Reminding, { to, tell }: Reminder): Promise<boolean> {
  const name = `${to}_reminded_until`;
  const until = tx.now + BEFORE_EXPIRY_SECONDS;
  const reached = readPlace(await lockReminded(tx, name));
  const isStray = reached.expires_at > until + AHEAD_SECONDS; // else nobody would be for as long as it was wrong
  const after = isStray || reached.expires_at < tx.now ? endOf(tx.now) : reached;
  if (after.expires_at > until || isEnd(after, until)) return true;
  const soon = await above.expiring(tx, { after, until, limit: PAGE });
  for (const action of soon) {
    if (!(await above.leaveToHolds(tx, action, to))) await tell(tx, action);
  }
  const last = soon.length < PAGE ? undefined : soon.at(-1);
  await saveReminded(tx, name, last ? writePlace(last) : String(until));
  return last === undefined;
}

/** Sorts behind every project. */
const AFTER_ALL = '\u{10FFFF}';

/** Behind all that expire in this second. */
const endOf = (second: number): Place => ({ expires_at: second, project_id: AFTER_ALL, id: '' });

const isEnd = ({ expires_at, project_id }: Place, second: number) => expires_at === second && project_id === AFTER_ALL;

const writePlace = ({ expires_at, project_id, id }: Place) => `${expires_at} ${project_id} ${id}`;

/** A second alone is the end of it. */
function readPlace(kept: string): Place {
  const [second = '', project_id = AFTER_ALL, id = ''] = kept.split(' ');
  return { expires_at: Number(second), project_id, id };
}
