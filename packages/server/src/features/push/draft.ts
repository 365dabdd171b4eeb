// What a subscription is told of all that waits for it: one thing, or how much there is; for how long, and how urgently.

import { hash } from 'node:crypto';
import type { PushMessage } from '@countersign/contract';
import type { App } from '../../app.ts';
import type { PushNoticeRow, PushSubscriptionRow } from '../../storage/push-rows.ts';
import { MAX_WAITING } from './fan-out.ts';
import { actionMessage, lostMessage, type Shown, summaryMessage, testMessage } from './message.ts';
import { newToken } from './token.ts';

/** Push services keep a message no longer than 28 days. */
const MAX_TTL_SECONDS = 28 * 86_400;
const TEST_TTL_SECONDS = 600;
const LOST_TTL_SECONDS = 86_400;

export interface Draft {
  readonly message: PushMessage;
  readonly ttl: number;
  readonly urgency: 'normal' | 'high';
  /** What is not delivered yet gives way to a later one on the same topic. */
  readonly topic: string;
}

interface Material {
  readonly notices: readonly PushNoticeRow[];
  readonly pending: ReadonlyMap<string, Shown>;
  /** What the tokens of buttons are made with. */
  readonly tokens: Buffer;
  readonly now: number;
  readonly isSignedIn: boolean;
}

export function draftOf(
  app: App,
  subscription: PushSubscriptionRow,
  { notices, pending, tokens, now, isSignedIn }: Material,
): Draft {
  const inbox = `${app.publicUrl()}/`;
  const { language } = subscription;
  const [first] = notices;
  const actions = notices.flatMap(({ action_id }) => pending.get(action_id ?? '') ?? []);
  const ttl = Math.max(1, Math.min(MAX_TTL_SECONDS, Math.max(...actions.map(({ expires_at }) => expires_at - now))));
  if (first?.event === 'test') {
    return { message: testMessage(inbox, language), ttl: TEST_TTL_SECONDS, urgency: 'high', topic: 'test' };
  }
  if (first?.event === 'decision.lost') {
    const id = first.action_id ?? '';
    return {
      message: lostMessage(id, `${inbox}a/${id}`, language),
      ttl: LOST_TTL_SECONDS,
      urgency: 'high',
      topic: topicOf(id),
    };
  }
  const [action] = actions;
  if (notices.length > 1 || !first || !action) {
    const count = Math.min(MAX_WAITING, actions.length);
    const message = summaryMessage(count, notices.length >= MAX_WAITING, inbox, language);
    return { message, ttl, urgency: 'normal', topic: 'inbox' };
  }
  const { project_id, id: subscription_id, owner_id } = subscription;
  const token = (decision: 'approve' | 'reject') =>
    newToken(tokens, {
      project_id,
      subscription_id,
      owner_id,
      action_id: action.id,
      digest: action.digest,
      expires_at: action.expires_at,
      decision,
      now,
    });
  const event = first.event;
  const message = actionMessage({
    event,
    action,
    shows: !isSignedIn ? 'nothing' : subscription.show_content === 1 ? 'content' : 'names',
    language,
    ...(subscription.owner_type === 'reviewer' && isSignedIn ? { token } : {}),
  });
  return { message, ttl, urgency: event === 'action.expiring' ? 'high' : 'normal', topic: topicOf(action.id) };
}

/** What the push service sees says nothing. */
function topicOf(action_id: string): string {
  return hash('sha256', action_id, 'base64url').slice(0, 32);
}
