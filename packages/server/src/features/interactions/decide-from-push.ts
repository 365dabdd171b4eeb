// Someone decides on a notification: signed in, and with the token of that button, which works once.

import { hash } from 'node:crypto';
import { PUSH_HOLD_SECONDS, type PushDecision } from '@countersign/contract';
import { type App, nowOf, type Person } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import type { Tx } from '../../storage/database.ts';
import { type Held, holdDecision } from '../actions/holding/hold-decision.ts';
import { findAction } from '../actions/store.ts';
import { useChallenge } from '../people/credential-store.ts';
import { findSubscription } from '../push/store.ts';
import { readToken } from '../push/token.ts';

interface Taken {
  readonly commits_at: number;
  readonly undo_s: number;
}

export async function decideFromPush(app: App, person: Person, secret: Buffer, asked: PushDecision): Promise<Taken> {
  const { action_id, decision: verdict, token } = asked;
  const { project_id, id: owner_id } = person;
  const action = await findAction(app.reader, project_id, action_id);
  if (!action) throw new Problem('not_found');
  const { digest } = action;
  const about = { project_id, owner_id, action_id, digest, decision: verdict, now: nowOf(app) };
  const opened = readToken(secret, token, about);
  const subscription = opened && (await findSubscription(app.reader, project_id, opened.subscription_id));
  if (!opened || subscription?.owner_id !== owner_id) throw useless();

  const held = await holdDecision(app, person, action_id, {
    verdict,
    digest,
    channel: 'push',
    seconds: PUSH_HOLD_SECONDS,
    first: async (tx: Tx) => {
      if (!(await useChallenge(tx, hash('sha256', token, 'hex'), opened.expires_at))) throw useless();
    },
  });
  return takenAt(held, about.now);
}

/** Too close to the expiry to wait, it was decided, or counted, at once. */
function takenAt(held: Held, now: number): Taken {
  if (!('commits_at' in held)) return { commits_at: held.decision?.decided_at ?? now, undo_s: 0 };
  const { commits_at } = held;
  return { commits_at, undo_s: Math.max(0, Math.min(PUSH_HOLD_SECONDS, commits_at - now)) };
}

function useless(): Problem {
  return new Problem('insufficient_scope', {
    detail: 'This notification no longer decides anything: it was used, or is too old. Open the inbox.',
  });
}
