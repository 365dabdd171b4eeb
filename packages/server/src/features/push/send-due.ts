// Tells browsers what waits for them: lease, send, save. No network while a transaction is open.

import { type App, nowOf } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { nextDueAt, recallStrays } from '../../storage/next-due.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import { openLine } from '../deliveries/line.ts';
import { saveOutcome } from '../deliveries/save-outcome.ts';
import { findProject } from '../project/store.ts';
import type { Above } from './above.ts';
import { type Draft, draftOf } from './draft.ts';
import { encrypt } from './encrypt.ts';
import { enqueuePush } from './enqueue.ts';
import { fanOut, MAX_WAITING } from './fan-out.ts';
import { isLive, planFor, withoutReminded } from './plan.ts';
import { BEFORE_EXPIRY_SECONDS, type Expiring, remind } from './remind.ts';
import { type Result, saveResult } from './save-result.ts';
import { hasAnySubscription, listNotices, lockDue, saveSubscription } from './store.ts';
import { type VapidKeys, vapidHeader } from './vapid.ts';

const LEASE_SECONDS = 45;
const DEADLINE_MS = 15_000;
/** Whoever has not begun to send by then must not: the lease could be over, and another at it, before the answer comes. */
const BEGIN_WITHIN_SECONDS = 20;
const BATCH = 64;
/** There is no slot for its push service now: it is looked at again after so long, and holds up nobody. */
const PASSED_OVER_SECONDS = 2;
/** Quiet hours end within a day, and no push service is left alone for longer. */
const NEVER_SO_LONG_SECONDS = 26 * 3600;
const MAX_ANSWER_BYTES = 4096;
/** Every message has this length before encryption. */
const PADDED_BYTES = 3000;

export interface Pusher {
  run(app: App): Promise<number>;
  /** Lets what is under way finish for so long; what has no answer by then has failed, and is sent again in its time. */
  stop(app: App, graceMs?: number): Promise<void>;
}

export interface PushSecrets {
  readonly vapid: VapidKeys;
  /** What the tokens of buttons are made with. */
  readonly tokens: Buffer;
}

/** `onFree`: there is something to do again. */
export function makePusher(secrets: PushSecrets, above: Above, onFree: () => void): Pusher {
  const line = openLine<PushSubscriptionRow>({
    name: 'push',
    keyOf: ({ id }) => id,
    targetOf: ({ project_id, endpoint }) => ({ project_id, host: new URL(endpoint).host, bytes: 0 }),
    onFree,
  });
  let spreadTo = '';
  const reminder = {
    to: 'push' as const,
    tell: (tx: Tx, { project_id, id }: Expiring) => enqueuePush(tx, 'action.expiring', project_id, id),
  };

  const lease = (app: App, taken: PushSubscriptionRow[]) =>
    inTransaction(app, async (tx) => {
      for (const one of taken.splice(0)) line.giveBack(one); // a transaction may be run again
      await recallStrays(tx, 'push_subscriptions', NEVER_SO_LONG_SECONDS);
      const due = await lockDue(tx, BATCH);
      for (const row of due) {
        if (!line.take(row)) {
          await saveSubscription(tx, row, { due_at: tx.now + PASSED_OVER_SECONDS });
          continue;
        }
        taken.push({ ...row, leased: 1, fence: row.fence + 1 });
        await saveSubscription(tx, row, { leased: 1, fence: row.fence + 1, due_at: tx.now + LEASE_SECONDS });
      }
      const next = (await nextDueAt(tx, 'push_subscriptions', tx.now)) ?? Number.POSITIVE_INFINITY;
      return { more: due.length === BATCH, next, now: tx.now };
    });

  return {
    async run(app) {
      if (line.signal.aborted || !(await hasAnySubscription(app.reader))) return Number.POSITIVE_INFINITY;
      const isReminded = await inTransaction(app, (tx) => remind(tx, above, reminder));
      const spread = await inTransaction(app, (tx) => fanOut(tx, above, spreadTo));
      spreadTo = spread.after;
      const taken: PushSubscriptionRow[] = [];
      const { more, next, now } = await lease(app, taken).catch((error: unknown) => {
        for (const one of taken) line.giveBack(one);
        throw error;
      });
      for (const subscription of taken) {
        line.start(app, subscription, tell(app, subscription, { secrets, above, now, signal: line.signal }));
      }
      if (more || !isReminded || spread.isMore) return 0;
      const expiry = (await above.nextExpiry(app.reader, now + BEFORE_EXPIRY_SECONDS)) ?? Number.POSITIVE_INFINITY;
      return Math.min(next, expiry - BEFORE_EXPIRY_SECONDS) * 1000 - app.storage.nowMs();
    },
    stop: line.stop,
  };
}

interface Telling {
  readonly secrets: PushSecrets;
  readonly above: Above;
  /** The moment of the lease. */
  readonly now: number;
  readonly signal: AbortSignal;
}

async function tell(app: App, subscription: PushSubscriptionRow, telling: Telling): Promise<void> {
  const result = await resultOf(app, subscription, telling);
  if (!result) return; // we stood still; whoever takes it next tells it
  const saving = { name: 'push', id: subscription.id, signal: telling.signal };
  await saveOutcome(app, saving, (tx) => saveResult(tx, subscription, result));
}

/** Undefined when it is too late to begin. */
async function resultOf(app: App, subscription: PushSubscriptionRow, telling: Telling): Promise<Result | undefined> {
  const { above, now } = telling;
  const { project_id, expires_at } = subscription;
  if (expires_at !== null && expires_at <= now) return { is: 'ended', why: 'expired' };
  const wishes = await above.wishesOf(app.reader, subscription, now);
  const project = await findProject(app.reader, project_id);
  if (!wishes || !project) return { is: 'ended', why: 'owner' };

  const waiting = await listNotices(app.reader, subscription, MAX_WAITING + 1);
  const ids = [...new Set(waiting.flatMap(({ action_id }) => action_id ?? []))];
  const pending = await above.pending(app, project_id, ids);
  const known = new Set(pending.keys());
  const live = withoutReminded(waiting.filter((notice) => isLive(notice, known, now)));
  const moot = waiting.filter((notice) => !live.includes(notice)).map(({ id }) => id);
  const plan = planFor(live, wishes, { now, timezone: project.timezone });
  if (plan.is === 'nothing') return { is: 'nothing', moot };
  if (plan.is === 'wait') return { is: 'wait', until: plan.until, moot };
  const notices = plan.is === 'one' ? [plan.notice] : plan.notices;
  const { tokens } = telling.secrets;
  const draft = draftOf(app, subscription, { notices, pending, tokens, now, isSignedIn: wishes.signed_in });
  if (nowOf(app) - now > BEGIN_WITHIN_SECONDS) return undefined;
  const answer = await send(app, subscription, draft, telling);
  return { is: 'answered', answer, told: notices.map(({ id }) => id), moot };
}

function send(app: App, subscription: PushSubscriptionRow, draft: Draft, { secrets, now, signal }: Telling) {
  const { endpoint, p256dh, auth } = subscription;
  const receiver = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  const chance = { salt: app.world.randomBytes(16), privateKey: app.world.randomBytes(32) };
  return app.world.request({
    url: endpoint,
    method: 'POST',
    headers: {
      authorization: vapidHeader(secrets.vapid, { endpoint, subject: subjectOf(app), now }),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'user-agent': 'Countersign',
      ttl: String(draft.ttl),
      urgency: draft.urgency,
      topic: draft.topic,
    },
    body: encrypt(Buffer.from(JSON.stringify(draft.message)), receiver, chance, PADDED_BYTES),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    allowPrivate: app.config.allowPrivateTargets,
    signal,
  });
}

/** Some push services take nobody's word who cannot be written to. */
function subjectOf(app: App): string {
  if (app.config.vapidSubject !== '') return app.config.vapidSubject;
  const url = app.publicUrl();
  return url.startsWith('https://') ? url : 'mailto:operator@countersign.invalid';
}
