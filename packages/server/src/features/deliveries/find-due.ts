// Finds what is due and may be sent now. What cannot be sent, because its host or its project has its share open, is passed
// over and keeps nobody behind it waiting: the line is looked through page by page, again and again.

import type { Tx } from '../../storage/database.ts';
import { type DueDelivery, dueAfter, LEASES, PAGE, type Place } from './store.ts';

/** False when it cannot be sent now. */
export type Take = (due: DueDelivery) => boolean;

export interface Found {
  readonly due: readonly DueDelivery[];
  /** There is more to look at. */
  readonly more: boolean;
  /** Something waits for a slot to come free, or for the rate. */
  readonly waiting: boolean;
}

export interface Finder {
  find(tx: Tx, take: Take): Promise<Found>;
}

/** What became due so lately has a line of its own, short even when thousands wait for a host that hangs. */
const NEW_SECONDS = 2;
/** What is due for longer has waited for us, not for its turn: it is sent at a steady rate. */
const OVERDUE_SECONDS = 60;
const OVERDUE_PER_SECOND = 200;
/** Of the leases of one round; the rest is for what is overdue, so that it gets on in a busy time too. */
const FRESH_LEASES = 48;

export function makeFinder(): Finder {
  const [findNew, findFresh, findLate] = [makeLane(), makeLane(), makeLane()];
  const rate = steadyRate(OVERDUE_PER_SECOND);

  const findOverdue = async (tx: Tx, take: Take, room: number): Promise<Found> => {
    const atMost = Math.min(room, rate.left(tx.nowMs));
    if (atMost === 0) return { due: [], more: false, waiting: true };
    const late = await findLate(tx, { after: 0, until: tx.now - OVERDUE_SECONDS, atMost }, take);
    rate.spend(late.due.length);
    return late;
  };

  return {
    async find(tx, take) {
      const [fresh, overdue] = [tx.now - NEW_SECONDS, tx.now - OVERDUE_SECONDS];
      const first = await findNew(tx, { after: fresh, until: tx.now, atMost: FRESH_LEASES }, take);
      const room = FRESH_LEASES - first.due.length;
      const second = await findFresh(tx, { after: overdue, until: fresh, atMost: room }, take);
      const third = await findOverdue(tx, take, LEASES - first.due.length - second.due.length);
      const all = [first, second, third];
      return {
        due: all.flatMap(({ due }) => due),
        more: all.some(({ more }) => more),
        waiting: all.some(({ waiting }) => waiting),
      };
    },
  };
}

/** Due after this second, up to and with that one. */
interface Span {
  readonly after: number;
  readonly until: number;
  readonly atMost: number;
}

/** Goes through a span page by page, and begins anew when it has come to the end. */
function makeLane(): (tx: Tx, span: Span, take: Take) => Promise<Found> {
  let reached: Place | undefined;
  let passedOver = false;

  return async (tx, { after, until, atMost }, take) => {
    const goesOn = reached !== undefined && reached.due_at > after;
    const from = goesOn && reached ? reached : { due_at: after, project_id: AFTER_ALL, id: '' };
    const page = await dueAfter(tx, from, until);
    const due: DueDelivery[] = [];
    let looked = 0;
    for (const one of page) {
      if (due.length === atMost) break;
      looked++;
      if (take(one)) due.push(one);
      else passedOver = true;
    }
    const isEnd = looked === page.length && page.length < PAGE;
    const waiting = passedOver;
    reached = isEnd ? undefined : (page[looked - 1] ?? reached);
    if (isEnd) passedOver = false;
    // What came while we were in the middle may stand before it: only a look from beginning to end has seen everything.
    return { due, more: !isEnd || goesOn, waiting };
  };
}

/** Sorts behind every project. */
const AFTER_ALL = '\u{10FFFF}';

/** So many a second, and no more than a second's worth at once. */
function steadyRate(perSecond: number) {
  let level = perSecond;
  let atMs = 0;
  return {
    left(nowMs: number): number {
      const passedMs = Math.max(0, Math.min(1000, nowMs - atMs)); // a clock that was set gives nothing away
      level = Math.min(perSecond, level + (passedMs * perSecond) / 1000);
      atMs = nowMs;
      return Math.floor(level);
    },
    spend(amount: number): void {
      level -= amount;
    },
  };
}
