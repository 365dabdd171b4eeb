// Keeps the rows of the inbox true by events: each says what it changes here, and then what is new is fetched.

import type { HoldEvent, InboxRow } from '@countersign/contract';
import { api } from '../api.ts';
import { setServerTime } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { type LiveEvent, onLive } from '../live/connection.ts';
import { say } from '../parts/toasts.tsx';
import { isMe } from '../session.ts';
import { settle } from './counts.ts';
import { letGo, sending } from './holds.ts';
import { gather, loadCounts, loadInbox, noteOver } from './load.ts';
import { drop, goneNow, isKnown, patchRow, waitAgain } from './store.ts';

type Heard = (data: LiveEvent['data']) => void;

const HEARD: Readonly<Partial<Record<LiveEvent['type'], Heard>>> = {
  version: ({ server_time }) => setServerTime(Number(server_time) / 1000), // the session knows whole seconds only
  reset: () => void Promise.all([loadInbox(), loadCounts()]),
  presence({ id, looking }) {
    patchRow(String(id), { looking: (looking as InboxRow['looking']).filter((one) => !isMe(one)) });
  },
  'action.updated'({ id, status }) {
    if (status === 'pending') return lookWhetherItWaits(String(id));
    noteOver(String(id));
    drop(new Set([String(id)]));
  },
  'hold.started': ofHold((_, isMine) => {
    if (isMine) void import('./hold-lost.ts').catch(() => undefined); // it listens from then on
  }),
  'hold.undone': ofHold(({ id }, isMine) => {
    if (isMine) lookWhetherItWaits(id);
  }),
  'hold.committed': ofHold(({ id }) => settle(id)),
  'hold.lost': ofHold((hold, isMine) => {
    if (isMine) lost(hold);
  }),
};

onLive(({ type, data }) => {
  HEARD[type]?.(data);
  if (/^(action\.|hold\.|opened$)/.test(type)) gather();
});

/** Told at once, of every row: what is read again is the newest alone. */
function ofHold(then: (hold: HoldEvent, isMine: boolean) => void): Heard {
  return (data) => {
    const hold = data as unknown as HoldEvent;
    const { id, holder, verdict: decision, commits_at } = hold;
    patchRow(id, { held_by: commits_at && { ...holder, decision, commits_at } } as Partial<InboxRow>);
    then(hold, isMe(holder));
  };
}

/**
 * One approval of several was given, or a decision of mine was taken back on another page: it waits on, and stands in the list like
 * everything that is counted. Unless I have decided it anew by now.
 */
function lookWhetherItWaits(id: string): void {
  if (!isKnown(id) && !goneNow().has(id)) return; // who decided it may look at a search by now
  api.getInboxAction(id).then(
    ({ status, approvals, held_by }) => {
      patchRow(id, { approvals });
      if (status === 'pending' && !isMe(held_by) && !sending.value.has(id)) notDecided(id);
    },
    () => undefined, // the stream says that we are offline
  );
}

function lost(hold: HoldEvent): void {
  notDecided(hold.id); // unless it is over, of which the next event tells
  void import('./hold-lost.ts').then(
    ({ sayLost }) => sayLost(hold),
    () => say(t('Your decision did not count.')),
  );
}

function notDecided(id: string): void {
  waitAgain(id);
  letGo(id);
}
