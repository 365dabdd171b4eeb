// What the harness knows: who asked for what, what was answered, and every status that it has seen committed.

import type { ActionStatus } from '@countersign/contract';
import type { Caller } from '../../src/app.ts';
import { TRANSITIONS } from '../../src/features/actions/action.ts';
import type { ChannelSendRow } from '../../src/storage/channel-rows.ts';
import type { ActionRow, DeliveryRow } from '../../src/storage/schema.ts';
import type { KnownErasure } from './erasures.ts';
import type { Life } from './life.ts';
import { emptyRetention, type Retention } from './retention.ts';
import { emptyWatching, type Watching } from './watchers.ts';

/** One request. `unknown`: its answer was lost, so it may or may not have happened. */
export interface Op {
  readonly n: number;
  readonly what: string;
  readonly caller: Caller;
  readonly life: Life;
  readonly sinceStep: number;
  readonly sinceFlowedMs: number;
  answer: 'open' | 'ok' | 'refused' | 'unknown';
  /** The bounds of what the wall clock showed meanwhile. */
  earliestMs: number;
  latestMs: number;
  /** By how much it was set back, in all. */
  setBackMs: number;
  /** The longest leap of time: whoever wakes in the middle of it notices at its end. */
  leapMs: number;
}

export interface KnownAction {
  /** As it was first seen. */
  readonly row: ActionRow;
  readonly rowid: number;
  claim_id: string | null;
  approvals_given: number;
  /** Every status that was seen committed, and in which step. */
  readonly history: { readonly step: number; readonly status: ActionStatus }[];
}

export interface Model {
  readonly ops: Op[];
  /** In the order of their insertion. */
  readonly actions: Map<string, KnownAction>;
  /** The titles of everything that was ever proposed. */
  readonly titles: Set<string>;
  /** Creates that were answered with `new`, by the id of the action. */
  readonly created: Map<string, Op>;
  /** As they were last seen. */
  readonly deliveries: Map<string, DeliveryRow>;
  /** Those that were erased, as they were last seen; and how often each reached a receiver after that. */
  readonly gone: Map<string, DeliveryRow>;
  readonly late: Map<string, number>;
  /** What waits for a channel, as it was last seen; and of what ever did, the action and the event. */
  readonly messages: Map<string, ChannelSendRow>;
  readonly announced: Set<string>;
  /** The addresses that an action may have beside its own, because someone asked for a webhook there. */
  readonly otherCallbacks: Map<string, Set<string>>;
  /** How far the chain of each project was followed. */
  readonly chains: Map<string, { readonly seq: number; readonly hash: string }>;
  readonly watching: Watching;
  readonly retention: Retention;
  readonly erasures: Map<string, KnownErasure>;
  /** In which step each action that ever was there was first seen. */
  readonly firstSeen: Map<string, number>;
  /** Rows of the audit log with values beside them, as they were last seen. */
  values: readonly { readonly project_id: string; readonly id: string }[];
  auditRows: number;
  /** The last row of the audit log that tells of a hold. */
  heldRow: number;
  commits: number;
  /** The latest second that the clock has ever shown. */
  readonly latest: () => number;
  /** Whether the clock has ever been set back. */
  readonly wentBack: () => boolean;
}

export function emptyModel(clock: Pick<Model, 'latest' | 'wentBack'>): Model {
  return {
    ops: [],
    actions: new Map(),
    titles: new Set(),
    created: new Map(),
    deliveries: new Map(),
    gone: new Map(),
    late: new Map(),
    messages: new Map(),
    announced: new Set(),
    otherCallbacks: new Map(),
    chains: new Map(),
    watching: emptyWatching(),
    retention: emptyRetention(),
    erasures: new Map(),
    firstSeen: new Map(),
    values: [],
    auditRows: 0,
    heldRow: 0,
    commits: 0,
    ...clock,
  };
}

/** What a request writes into the rows that it makes, so that every row names the request behind it. */
export const markOf = ({ n }: Pick<Op, 'n'>) => `op ${n}`;

export function statusOf({ history }: KnownAction): ActionStatus {
  return history.at(-1)?.status ?? 'pending';
}

/** The status that every request made in `step` or later must find, or a later one. */
export function statusBefore({ history }: KnownAction, step: number): ActionStatus {
  return history.findLast((seen) => seen.step < step)?.status ?? 'pending';
}

/** Whether an action can come from the one status to the other. */
export function leadsTo(from: ActionStatus, to: ActionStatus): boolean {
  if (from === to) return true;
  return Object.values(TRANSITIONS).some((move) => move.from === from && leadsTo(move.to, to));
}

export const secondsOf = (ms: number) => Math.floor(ms / 1000);
