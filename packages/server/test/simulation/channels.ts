// What holds of every message to a channel: written with the change it tells of, once; told, or given up, before it goes.

import { MAX_ATTEMPTS } from '../../src/features/deliveries/delivery.ts';
import type { ChannelSendRow } from '../../src/storage/channel-rows.ts';
import type { Committed } from './committed.ts';
import type { Posts } from './deliveries.ts';
import { MOST_SKEW_S } from './faults.ts';
import { type KnownAction, type Model, statusOf } from './model.ts';
import type { Moment } from './take-in.ts';
import { ALARM, ESCALATED_AFTER_S } from './template.ts';
import { promise } from './violation.ts';

const LEASE_SECONDS = 45;

/** What is posted is a webhook of an action, or a message to a channel. */
export const isMessage = (id: string) => id.startsWith('nms_');

interface Look extends Moment {
  /** Actions that are new, or not what they were. */
  readonly moved: readonly KnownAction[];
}

/** Takes what is committed into the model, and checks it on the way. */
export function takeInMessages(model: Model, committed: Committed, look: Look): void {
  const listening = committed.listening();
  const rows = new Map(committed.messages().map((row) => [row.id, row]));
  for (const row of rows.values()) {
    const before = model.messages.get(row.id);
    if (before) checkMove(before, row);
    else checkNew(model, row, look);
    model.messages.set(row.id, row);
  }
  for (const [id, row] of model.messages) {
    if (rows.has(id)) continue;
    if (listening) checkSettled(model, row, look);
    model.messages.delete(id);
  }
  for (const action of look.moved) if (action.row.project_id === listening) checkAnnounced(model, action);
}

function checkNew({ actions, announced }: Model, row: ChannelSendRow, { now }: Moment): void {
  const { id, action_id, event, due_at, created_at } = row;
  const action = actions.get(action_id ?? '');
  promise(action !== undefined, `${id} tells of ${action_id}, which is not there`);
  promise(!announced.has(`${action_id} ${event}`), `${id} tells of ${event} of ${action_id} a second time`);
  announced.add(`${action_id} ${event}`);
  const wait = event === 'action.escalated' ? ESCALATED_AFTER_S : 0;
  const wanted_at = created_at + wait;
  const since = row.leased === 1 ? (due_at ?? 0) - LEASE_SECONDS : (due_at ?? 0);
  // It may have been taken, or passed over for a moment, in the commit that made it; one with a timer when that took so long.
  const wasLookedAt =
    wait === 0 ? row.leased === 1 || since >= wanted_at : since >= wanted_at && now + MOST_SKEW_S >= wanted_at;
  const isDue = due_at === wanted_at || wasLookedAt;
  promise(isDue, `${id} of ${event}, made at ${created_at}, is due at ${due_at}`);
}

/** Whoever may be told of a change is told of it, in the commit that makes it. */
function checkAnnounced({ announced, erasures }: Model, action: KnownAction): void {
  const { id, kind } = action.row;
  const wanted = [
    'action.pending',
    ...(kind === ALARM && erasures.size === 0 ? ['action.escalated'] : []), // rules are erased before channels
    ...(statusOf(action) === 'pending' ? [] : ['action.decided']),
  ];
  const missing = wanted.find((event) => !announced.has(`${id} ${event}`));
  promise(missing === undefined, `no channel is told of ${missing} of ${id}`);
}

function checkMove(before: ChannelSendRow, now: ChannelSendRow): void {
  const { id } = now;
  promise(now.fence >= before.fence && now.attempt >= before.attempt, `${id} went back to attempt ${now.attempt}`);
  promise(now.due_at !== null, `${id} will never be told`);
  if (now.fence !== before.fence + 1 || now.leased === 0) return;
  const leasedAt = (now.due_at ?? 0) - LEASE_SECONDS;
  promise(
    leasedAt >= (before.due_at ?? Number.POSITIVE_INFINITY),
    `${id} was taken at ${leasedAt}, and due at ${before.due_at}`,
  );
}

/** It is forgotten when it was told, when it no longer matters, or when it failed often enough. */
function checkSettled({ actions, retention }: Model, row: ChannelSendRow, { posts, now, clockWentBack }: Look): void {
  const { id, event, action_id, attempt } = row;
  if (retention.pruned.has(action_id ?? '')) return; // nobody has to be told of it any more
  const told = posts.get(id)?.some(({ said }) => said === 200) === true;
  const action = actions.get(action_id ?? '');
  const over = !action || statusOf(action) !== 'pending' || action.row.expires_at <= now || clockWentBack;
  const moot = event === 'action.escalated' && over;
  promise(told || moot || attempt >= MAX_ATTEMPTS, `${id} of ${event} was forgotten after ${attempt} attempts`);
}

/** At the moment a message reaches its channel. */
export function checkMessagePost(committed: Committed, posts: Posts, id: string): void {
  const row = committed.message(id);
  const all = posts.get(id) ?? [];
  promise(
    all.every(({ body }) => body === all[0]?.body),
    `${id} was told in other words`,
  );
  // A late one may arrive when another has told it, and it is gone.
  promise(
    row === undefined || all.length <= row.attempt,
    `${id} was told ${all.length} times in ${row?.attempt} attempts`,
  );
}
