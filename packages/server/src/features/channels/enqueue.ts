// What is to be told is written down with the change it tells of: a row for every channel that hears of it.

import { sweepTopic } from '../../app.ts';
import type { ChannelRow, ChannelSendRow, SendEvent } from '../../storage/channel-rows.ts';
import type { Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { BEFORE_EXPIRY_SECONDS } from '../push/remind.ts';
import { hearsAction, hearsWatcher, type Listening } from './channel.ts';
import type { Entry } from './event-body.ts';
import { insertSends, touchCopies, waitingUntil } from './send-store.ts';
import { LONGEST_WAIT_SECONDS } from './senders/sender.ts';
import { findChannel, listListening, lockChannel } from './store.ts';

/** In one message; what is more is in the next one. */
export const MOST_GATHERED = 50;

type OfAction = Pick<ActionRow, 'project_id' | 'id' | 'kind' | 'created_by_type' | 'created_by_id' | 'expires_at'>;

/** Where there is no channel, this costs one look. */
export async function tellOfAction(
  tx: Tx,
  event: 'action.pending' | 'action.expiring' | 'action.decided',
  action: OfAction,
): Promise<void> {
  const { project_id, id: action_id } = action;
  const channels = await listListening(tx, project_id);
  if (channels.length === 0) return;
  const hearing = channels.filter((channel) => channel.enabled === 1 && hearsAction(channel, event, action));
  // Whoever gathers would else hear that a decision is wanted when it is too late for one.
  const latest = event === 'action.decided' ? undefined : action.expires_at - BEFORE_EXPIRY_SECONDS;
  for (const channel of hearing) await enqueue(tx, { project_id, channel, latest }, [{ event, action_id, body: null }]);
  if (event === 'action.decided') await bringUpToDate(tx, project_id, action_id);
}

/** What was told of an action is no longer how it stands. */
export async function bringUpToDate(tx: Tx, project_id: string, action_id: string): Promise<void> {
  if (await touchCopies(tx, project_id, action_id)) tx.announce(sweepTopic('channels'));
}

interface OfWatcher {
  readonly event: SendEvent;
  readonly watcher: { readonly id: string };
  /** The action that was made of a match, if one was. */
  readonly action_id?: string;
}

export async function tellOfWatcher(tx: Tx, project_id: string, events: readonly OfWatcher[]): Promise<void> {
  const channels = events.length === 0 ? [] : await listListening(tx, project_id);
  for (const channel of channels) {
    if (channel.enabled === 0) continue;
    const messages = heardBy(channel, events).map((told): Message => {
      const isMatch = told.event === 'watcher.matched' && told.action_id === undefined;
      const only_here = isMatch && channel.inbox === 'instead' ? 1 : 0;
      return { event: told.event, action_id: null, body: JSON.stringify(told), only_here };
    });
    await enqueue(tx, { project_id, channel }, messages);
  }
}

/** Matches that are one digest in the inbox are one message as well. */
export async function tellOfDigest(tx: Tx, project_id: string, matches: readonly OfWatcher[]): Promise<void> {
  for (const channel of await listListening(tx, project_id)) {
    if (channel.enabled === 0) continue;
    const entries = heardBy(channel, matches).map(
      (told): Entry => ({ event: told.event, at: tx.now, action_id: null, body: JSON.stringify(told) }),
    );
    // Whoever gathers gets them with the rest, so many at a time.
    const most = channel.digest_window_sec > 0 ? 1 : MOST_GATHERED;
    const messages: Message[] = [];
    for (let at = 0; at < entries.length; at += most) {
      const body = JSON.stringify(entries.slice(at, at + most));
      messages.push({ event: 'digest', action_id: null, body });
    }
    await enqueue(tx, { project_id, channel }, messages);
  }
}

function heardBy(channel: Listening, events: readonly OfWatcher[]): OfWatcher[] {
  return events.filter(({ event, watcher }) => hearsWatcher(channel, event, watcher.id));
}

/** Whether a channel takes the matches of this watcher instead of the inbox; until this transaction ends, it does. */
export async function takesInstead(tx: Tx, { project_id, id }: { readonly project_id: string; readonly id: string }) {
  const isTaker = (channel: (Listening & Pick<ChannelRow, 'enabled'>) | undefined) =>
    channel?.enabled === 1 && channel.inbox === 'instead' && hearsWatcher(channel, 'watcher.matched', id);
  for (const channel of (await listListening(tx, project_id)).filter(isTaker)) {
    if (isTaker(await lockChannel(tx, project_id, channel.id))) return true;
  }
  return false;
}

/** A timer that outlives us: the row is due when the time has come, and moot if it is decided by then. */
export async function escalateLater(
  tx: Tx,
  { project_id, id: action_id }: Pick<ActionRow, 'project_id' | 'id'>,
  { channel_id, after_s }: { channel_id: string; after_s: number },
): Promise<void> {
  const channel = await findChannel(tx, project_id, channel_id);
  if (!channel) return; // erased a moment ago; the rule is about to be
  const message: Message = { event: 'action.escalated', action_id, body: null };
  await insertSends(tx, [rowOf(tx, { project_id, channel }, message, tx.now + after_s)]);
  tx.announce(sweepTopic('channels'));
}

interface Hearing extends Pick<ChannelSendRow, 'project_id'> {
  readonly channel: Pick<Listening, 'id' | 'digest_window_sec'>;
  /** Not gathered beyond then. */
  readonly latest?: number | undefined;
}

type Message = Pick<ChannelSendRow, 'event' | 'action_id' | 'body'> & Partial<Pick<ChannelSendRow, 'only_here'>>;

/** Rows of one statement: a run may find hundreds of matches, for dozens of channels. */
const STRIDE = 100;

async function enqueue(tx: Tx, hearing: Hearing, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const due_at = await whenToTell(tx, hearing);
  for (let at = 0; at < messages.length; at += STRIDE) {
    const some = messages.slice(at, at + STRIDE);
    await insertSends(
      tx,
      some.map((message) => rowOf(tx, hearing, message, due_at)),
    );
    await tx.letOthersIn();
  }
  tx.announce(sweepTopic('channels'));
}

/** With what is gathered; or, where nothing is, behind what waits because the platform asked for it. */
async function whenToTell(
  tx: Tx,
  { project_id, channel, latest = Number.POSITIVE_INFINITY }: Hearing,
): Promise<number> {
  const gathers = channel.digest_window_sec > 0;
  const window = Math.max(0, Math.min(channel.digest_window_sec, latest - tx.now));
  if (gathers && window === 0) return tx.now;
  const waiting = await waitingUntil(tx, { project_id, id: channel.id }, tx.now);
  // A clock that was set back must not make anyone wait for longer than that.
  return Math.min(waiting ?? tx.now + window, tx.now + (gathers ? window : LONGEST_WAIT_SECONDS));
}

function rowOf(tx: Tx, { project_id, channel }: Hearing, message: Message, due_at: number): ChannelSendRow {
  return {
    project_id,
    id: tx.newId('nms'),
    channel_id: channel.id,
    only_here: 0,
    ...message,
    message_ref: null,
    attempt: 0,
    due_at,
    leased: 0,
    fence: 0,
    created_at: tx.now,
  };
}
