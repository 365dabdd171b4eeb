// Tells channels what waits for them: lease, send, save. No network while a transaction is open; one message at a time to a
// channel, whichever server sends it, so that they come in order.

import { type App, nowOf } from '../../app.ts';
import { type ChannelRow, type ChannelSendRow, INBOX } from '../../storage/channel-rows.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { nextDueAt, recallStrays } from '../../storage/next-due.ts';
import { MAX_ATTEMPTS } from '../deliveries/delivery.ts';
import { openLine } from '../deliveries/line.ts';
import { saveOutcome } from '../deliveries/save-outcome.ts';
import { BEFORE_EXPIRY_SECONDS, remind } from '../push/remind.ts';
import type { Above } from './above.ts';
import { wholeConfig } from './channel.ts';
import { draftOf } from './draft.ts';
import { MOST_GATHERED, tellOfAction } from './enqueue.ts';
import { type Entry, entriesOf } from './event-body.ts';
import { returnMatches } from './return-matches.ts';
import { type Result, saveSent } from './save-sent.ts';
import {
  awaitChannel,
  deleteSends,
  dropOne,
  isFree,
  isOvertaking,
  lockDue,
  lockGathered,
  OUT_OF_DATE,
  saveSend,
  takeChannel,
} from './send-store.ts';
import type { Senders } from './senders/senders.ts';
import { hasAnyChannel } from './store.ts';

/** The longest that any message takes, a mail or two calls of Telegram, is 20 seconds. */
const LEASE_SECONDS = 45;
/** Whoever has not begun to send by then must not: the lease could be over, and another at it, before the answer comes. */
const BEGIN_WITHIN_SECONDS = 20;
const BATCH = 64;
/** More than so many at once are one message to people, whether they wanted a digest or not. */
const FLOOD = 20;
/** Twice as often as any message is tried. */
const MOST_BEGUN = 2 * MAX_ATTEMPTS;
/** An escalation waits for longest: thirty days. */
const NEVER_SO_LONG_SECONDS = 31 * 86_400;
/** There is no slot for its host now, or another server is at it. What is passed over stays as it is: it is still the first. */
const PASSED_OVER_SECONDS = 2;

export interface ChannelSender {
  run(app: App): Promise<number>;
  /** Lets what is under way finish for so long; what has no answer by then is sent again, by whoever is next. */
  stop(app: App, graceMs?: number): Promise<void>;
}

interface Taken {
  readonly row: ChannelSendRow;
  readonly channel: ChannelRow;
}

interface Given {
  readonly senders: Senders;
  /** What buttons are signed with. */
  readonly secret: Buffer;
}

/** `onFree`: there is something to do again. */
export function makeChannelSender({ senders, secret }: Given, above: Above, onFree: () => void): ChannelSender {
  const line = openLine<Taken>({
    name: 'channel',
    keyOf: ({ channel }) => channel.id,
    targetOf: ({ channel }) => ({ project_id: channel.project_id, host: hostOf(channel), bytes: 0 }),
    onFree,
  });
  const reminder = {
    to: 'channels' as const,
    tell: (tx: Tx, action: Parameters<typeof tellOfAction>[2]) => tellOfAction(tx, 'action.expiring', action),
  };

  /** The first of each channel that is free. */
  const lease = (app: App, taken: Taken[]) =>
    inTransaction(app, async (tx) => {
      for (const one of taken.splice(0)) line.giveBack(one); // a transaction may be run again
      await recallStrays(tx, 'channel_sends', NEVER_SO_LONG_SECONDS);
      const busy = new Set([INBOX, ...line.underWay()]);
      let [more, isPassedOver] = [false, false];
      for (let left = BATCH; left > 0; ) {
        const due = await lockDue(tx, [...busy], BATCH);
        for (const row of due.filter(isFirst)) {
          busy.add(row.channel_id);
          if (!(await take(tx, row, taken))) isPassedOver = true;
        }
        left = due.length < BATCH ? 0 : left - 1;
        more = due.length === BATCH && left === 0;
      }
      const next = (await nextDueAt(tx, 'channel_sends', tx.now)) ?? Number.POSITIVE_INFINITY;
      const again = isPassedOver ? tx.now + PASSED_OVER_SECONDS : Number.POSITIVE_INFINITY;
      return { more, next: Math.min(next, again), now: tx.now };
    });

  /** False when it is passed over. */
  const take = async (tx: Tx, row: ChannelSendRow, taken: Taken[]): Promise<boolean> => {
    const channel = await takeChannel(tx, row);
    if (channel === 'held') return false;
    // One that was begun so often and never ended is our own fault: it must not be begun for ever.
    if (!channel || channel.enabled === 0 || row.attempt >= MOST_BEGUN) {
      if (row.message_ref !== null) await saveSend(tx, row, OUT_OF_DATE);
      else await (channel?.enabled === 0 ? awaitChannel : dropOne)(tx, row);
      return true;
    }
    if (!(await isFree(tx, row, LEASE_SECONDS))) return false;
    if (row.leased === 0 && (await isOvertaking(tx, row))) return false;
    if (!line.take({ row, channel })) return false;
    const at = taken.push({ row, channel }) - 1;
    const whole = await gather(tx, row, channel);
    const leased = { ...whole, attempt: row.attempt + 1, leased: 1, fence: row.fence + 1 } as const;
    await saveSend(tx, row, { ...leased, due_at: tx.now + LEASE_SECONDS });
    taken[at] = { row: leased, channel };
    return true;
  };

  const tell = async (app: App, { row, channel }: Taken, now: number): Promise<void> => {
    const open = { row: channel, config: wholeConfig(channel) };
    const draft = await draftOf(app, row, open, { above, secret, now });
    if (nowOf(app) - now > BEGIN_WITHIN_SECONDS) return; // we stood still; whoever takes it next sends it
    const sender = senders[channel.type];
    const result: Result = !draft
      ? { is: 'moot' }
      : row.message_ref === null
        ? { is: 'answered', sent: await sender.send(app, open, draft, line.signal) }
        : sender.update
          ? { is: 'answered', sent: await sender.update(app, open, { ...draft, ref: row.message_ref }, line.signal) }
          : { is: 'moot' };
    const saving = { name: 'channel', id: row.id, signal: line.signal };
    const isCut = line.signal.aborted && result.is === 'answered' && result.sent.is !== 'sent';
    const learned: Result = isCut ? { is: 'cut_short' } : result;
    const ended = await saveOutcome(app, saving, (tx) => saveSent(tx, row, learned, above));
    // Why is in the channel, and of one that is off in the audit log: it may be the words of whoever answered.
    const { id, type, project_id } = channel;
    const lost = ended === 'gave_up' ? { message: row.event, action_id: row.action_id ?? undefined } : {};
    if (ended) app.world.log('warn', `channel.${ended}`, { channel_id: id, type, project_id, ...lost });
  };

  return {
    async run(app) {
      if (line.signal.aborted || !(await hasAnyChannel(app.reader))) return Number.POSITIVE_INFINITY;
      const isReminded = await inTransaction(app, (tx) => remind(tx, above, reminder));
      const isReturned = await returnMatches(app, above);
      const taken: Taken[] = [];
      const { more, next, now } = await lease(app, taken).catch((error: unknown) => {
        for (const one of taken) line.giveBack(one);
        throw error;
      });
      for (const one of taken) line.start(app, one, tell(app, one, now));
      if (more || isReturned || !isReminded) return 0;
      const expiry = (await above.nextExpiry(app.reader, now + BEFORE_EXPIRY_SECONDS)) ?? Number.POSITIVE_INFINITY;
      return Math.min(next, expiry - BEFORE_EXPIRY_SECONDS) * 1000 - app.storage.nowMs();
    },
    stop: line.stop,
  };
}

/** Of its channel. What was under way when a server died came before all that waits now, whenever its lease was over. */
function isFirst(row: ChannelSendRow, _at: number, due: readonly ChannelSendRow[]): boolean {
  const ofChannel = due.filter(({ channel_id }) => channel_id === row.channel_id);
  return row === (ofChannel.find(({ leased }) => leased === 1) ?? ofChannel[0]);
}

/** With what waits beside it, where several are to be one message: the others become part of this row. */
async function gather(tx: Tx, row: ChannelSendRow, { type, digest_window_sec }: ChannelRow): Promise<ChannelSendRow> {
  if (row.message_ref !== null || row.attempt > 0 || (type === 'webhook' && digest_window_sec === 0)) return row;
  const waiting = await lockGathered(tx, row, MOST_GATHERED);
  if (waiting.length <= (digest_window_sec > 0 ? 1 : FLOOD)) return row;
  const others = waiting.filter(({ id }) => id !== row.id);
  await deleteSends(
    tx,
    row.project_id,
    others.map(({ id }) => id),
  );
  const all = [row, ...others].flatMap(entriesOf);
  const entries = type === 'webhook' ? all : withoutReminded(all);
  const only_here = waiting.some((one) => one.only_here === 1) ? 1 : 0;
  const [first, another] = entries;
  if (first && !another) return { ...row, event: first.event, action_id: first.action_id, body: first.body, only_here };
  return { ...row, event: 'digest', action_id: null, body: JSON.stringify(entries), only_here };
}

/** People who are told that an action is about to expire need not be told beside it that it waits: it would be two. */
function withoutReminded(entries: readonly Entry[]): readonly Entry[] {
  const reminded = new Set(
    entries.filter(({ event }) => event === 'action.expiring').map(({ action_id }) => action_id),
  );
  return entries.filter(({ event, action_id }) => event !== 'action.pending' || !reminded.has(action_id));
}

/** Whom a slot is taken from: the host that the operator or the channel names. */
function hostOf(channel: ChannelRow): string {
  const { url } = wholeConfig(channel);
  return url === undefined ? channel.type : (URL.parse(url)?.host ?? channel.type);
}
