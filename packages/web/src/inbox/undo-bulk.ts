// Takes back what was decided together, and says how much of it came too late.

import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { comeBack, goneNow, isKnown } from './store.ts';

const UNDONE_AT_ONCE = 50;

/** Undone by itself before, and not decided since: it is not too late for that one. */
const waitsAgain = (id: string): boolean => isKnown(id) && !goneNow().has(id);

/** Takes those that were answered out of `left`. Each answer has some of them, or it is an error. */
export async function undoAll(left: string[]): Promise<void> {
  left.splice(0, left.length, ...left.filter((id) => !waitsAgain(id)));
  const count = left.length;
  if (count === 0) return; // what is on its way is taken back when it has arrived
  let late = 0;
  while (left.length > 0) {
    const { undone, too_late, failed } = await api.undoBulk({ ids: left.slice(0, UNDONE_AT_ONCE) });
    left.splice(0, UNDONE_AT_ONCE, ...failed);
    late += too_late.length;
    for (const id of undone.toReversed()) comeBack(id);
  }
  say(
    late === 0
      ? t('All {count} taken back. Nothing was sent.', { count })
      : t('{count} taken back, {late} too late.', { count: count - late, late }),
  );
}
