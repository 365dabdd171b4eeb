// A button pressed in a chat: whose it is, who pressed it, and then the same decision as anywhere else. The platform's
// signature was checked by whoever calls.

import { hash } from 'node:crypto';
import { type ChannelConfig, PROBLEMS } from '@countersign/contract';
import type { App, Decider } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { cut, visible } from '../../base/shown-text.ts';
import type { ChannelRow, ChannelSendRow } from '../../storage/channel-rows.ts';
import type { Tx } from '../../storage/database.ts';
import { statusAt } from '../actions/action.ts';
import { decideAction } from '../actions/decide-action.ts';
import { findAction, type StoredAction } from '../actions/store.ts';
import { isGenuine, type Press, readButton } from '../channels/button.ts';
import { wholeConfig } from '../channels/channel.ts';
import { findSend } from '../channels/send-store.ts';
import { findChannel } from '../channels/store.ts';
import { useChallenge } from '../people/credential-store.ts';
import { decidingPerson } from '../people/deciding-person.ts';

const NAME_CHARACTERS = 100;
/** A used button is remembered beyond the expiry of its action: clocks differ. */
const REMEMBERED_SECONDS = 86_400;

export interface Pressed {
  /** Through whose address it came. */
  readonly through: ChannelRow;
  readonly button: string;
  /** By the platform's word. */
  readonly who: { readonly id: string; readonly name: string };
}

/** A press that may become a decision. */
export interface Valid {
  readonly press: Press;
  readonly action: StoredAction;
  readonly channel: ChannelRow;
  readonly send: ChannelSendRow;
  readonly decider: Decider;
  /** The account that pressed: whom it stands for, the channel says. */
  readonly account: string;
  readonly button: string;
}

/** Throws a Problem that says why not; whoever pressed is told in those words. */
export async function validPress(app: App, secret: Buffer, { through, button, who }: Pressed): Promise<Valid> {
  const read = readButton(button);
  const { project_id } = through;
  const send = read && (await findSend(app.reader, { project_id, id: read.send_id }));
  const action = send?.action_id ? await findAction(app.reader, project_id, send.action_id) : undefined;
  const channel = send && (await findChannel(app.reader, project_id, send.channel_id));
  if (!read || !send || !action || !channel || !isSameBot(through, channel)) throw useless();
  const { id: action_id, digest } = action;
  const about = { project_id, channel_id: channel.id, send_id: send.id, action_id, digest };
  if (!isGenuine(secret, read, about)) throw useless();
  if (channel.enabled === 0) throw new Problem('insufficient_scope', { detail: 'This channel is turned off.' });
  const decider = await deciderOf(app, channel, who);
  return { press: read.press, action, channel, send, decider, account: who.id, button };
}

/** What was decided, in a sentence. A reason answers the question for one: with it, no other button decides anything. */
export async function decideByPress(app: App, valid: Valid, comment?: string): Promise<string> {
  const { press, action, channel, decider, button } = valid;
  if (comment !== undefined && press !== 'why') throw useless();
  const verdict = press === 'approve' ? 'approve' : 'reject';
  // One of several approvals counts once by itself; and again for whoever may decide again after theirs was withdrawn.
  const isOneOfSeveral = verdict === 'approve' && action.approvals_required > 1;
  const decided = await decideAction(app, decider, action.id, {
    verdict,
    digest: action.digest,
    channel: channel.type,
    ...(comment ? { comment } : {}),
    first: async (tx: Tx) => {
      // By whom: others may press the same button.
      const once = hash('sha256', JSON.stringify([button, decider.id]), 'hex');
      if (!isOneOfSeveral && !(await useChallenge(tx, once, action.expires_at + REMEMBERED_SECONDS))) throw useless();
      await checkStill(tx, valid);
    },
  });
  if (decided.decision) return verdict === 'approve' ? 'Approved.' : 'Rejected.';
  return `Your approval counts: ${decided.action.approvals_given} of ${decided.action.approvals_required}.`;
}

/** In the moment that counts: whoever was removed since, and whatever was turned off, decides nothing. */
async function checkStill(tx: Tx, { channel: { project_id, id }, decider, account }: Valid): Promise<void> {
  const channel = await findChannel(tx, project_id, id);
  if (!channel || channel.enabled === 0)
    throw new Problem('insufficient_scope', { detail: 'This channel is turned off.' });
  const { approvers = [] }: ChannelConfig = wholeConfig(channel);
  const isListed = approvers.some((one) =>
    typeof one === 'string'
      ? `${channel.type}:${one}` === decider.id
      : one.id === account && one.reviewer_id === decider.id,
  );
  const isThere = decider.type !== 'reviewer' || (await decidingPerson(tx, project_id, decider.id)) !== undefined;
  if (!isListed || !isThere)
    throw new Problem('insufficient_scope', { detail: 'You may no longer decide in this project.' });
}

/** So that nobody writes a reason for what is decided already. */
export function isOpen({ action }: Valid, now: number): boolean {
  return statusAt(action, now) === 'pending';
}

/** One bot may serve several channels of a project, and has one address for what is pressed. */
function isSameBot(one: ChannelRow, other: ChannelRow): boolean {
  if (one.id === other.id) return true;
  const [a, b] = [wholeConfig(one), wholeConfig(other)];
  return (
    one.type === other.type &&
    a.bot_token === b.bot_token &&
    a.signing_secret === b.signing_secret &&
    a.public_key === b.public_key
  );
}

async function deciderOf(app: App, channel: ChannelRow, who: Pressed['who']): Promise<Decider> {
  const { project_id, type } = channel;
  const { approvers = [] }: ChannelConfig = wholeConfig(channel);
  const listed = approvers.find((one) => (typeof one === 'string' ? one : one.id) === who.id);
  if (listed === undefined) {
    throw new Problem('insufficient_scope', { detail: 'You are not among those who may decide here.' });
  }
  if (typeof listed === 'string') {
    const name = cut(visible(who.name), NAME_CHARACTERS) || who.id;
    return { type: 'external', id: `${type}:${who.id}`, name, project_id };
  }
  const person = await decidingPerson(app.reader, project_id, listed.reviewer_id);
  if (person) return person;
  throw new Problem('insufficient_scope', { detail: 'You may no longer decide in this project.' });
}

function useless(): Problem {
  return new Problem('insufficient_scope', {
    detail: 'This button no longer decides anything: it was used, or is not ours. Open the inbox.',
  });
}

/** For whoever pressed; anything but a Problem is our own fault, and goes on. It may name people, who write their names themselves. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  return visible(error.facts.detail ?? `${PROBLEMS[error.code].title}.`);
}
