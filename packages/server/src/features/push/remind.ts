// Ten minutes before a pending action expires, whoever can decide it is told once more.

import type { Tx } from '../../storage/database.ts';
import type { Above } from './above.ts';
import { enqueuePush } from './enqueue.ts';
import { lockReminded, saveReminded } from './store.ts';

export const BEFORE_EXPIRY_SECONDS = 600;
const PAGE = 100;

type Asked = Pick<Above, 'expiring' | 'isHeld'>;

/** False when there may be more. What was made with less time than that is not told twice in a row. */
export async function remind(tx: Tx, above: Asked): Promise<boolean> {
  const reminded = await lockReminded(tx);
  const until = tx.now + BEFORE_EXPIRY_SECONDS;
  if (reminded >= until) return true;
  const soon = await above.expiring(tx, { after: Math.max(reminded, tx.now), until, limit: PAGE });
  const isWhole = soon.length < PAGE;
  const last = soon.at(-1)?.expires_at ?? until;
  // A page may end in the middle of a second: that second is left to the next page, unless it fills one alone.
  const [first] = soon;
  const upTo = isWhole ? until : first?.expires_at === last ? last : last - 1;
  for (const { project_id, id, expires_at } of soon) {
    if (expires_at > upTo || (await above.isHeld(tx, project_id, id))) continue;
    await enqueuePush(tx, 'action.expiring', project_id, id);
  }
  await saveReminded(tx, upTo);
  return isWhole;
}
