// A decision that is slow to be answered: its row has left, and whoever sent it must not take it for decided.

import { now } from '../clock.ts';
import { tn } from '../i18n/translate.ts';
import { say, unsay } from '../parts/toasts.tsx';
import { sending } from './holds.ts';
import { goneNow } from './store.ts';

/** Most answers come in a tenth of a second. */
const SLOW_MS = 3000;
const STAYS_S = 3600;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
let slow: ReadonlySet<string> = new Set();
let told = 0;

function tell(ids: ReadonlySet<string>): void {
  if (ids.size === slow.size) return;
  slow = ids;
  unsay(told);
  if (ids.size === 0) return;
  const words = tn(
    ids.size,
    'Still on its way: the server has not answered yet.',
    '{count} still on their way: the server has not answered yet.',
  );
  told = say(words, { until: now.peek() + STAYS_S });
}

/** What waits for a passkey, or was sent with others, still stands in the list, and its progress is told elsewhere. */
const hasLeft = (id: string): boolean => goneNow().has(id);

sending.subscribe((ids) => {
  for (const [id, timer] of timers) {
    if (ids.has(id)) continue;
    clearTimeout(timer);
    timers.delete(id);
  }
  tell(new Set([...slow].filter((id) => ids.has(id))));
  for (const id of ids) {
    if (timers.has(id)) continue;
    timers.set(
      id,
      setTimeout(() => hasLeft(id) && tell(new Set([...slow, id])), SLOW_MS),
    );
  }
});
