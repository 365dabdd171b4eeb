// A decision that begins with a link in a mail. The link opens a page, and only a press there decides: whoever fetches the
// link to look for harm decides nothing.

import { hash } from 'node:crypto';
import type { MailDecision, MailShown } from '@countersign/contract';
import { type App, type Decider, nowOf } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inSmallLetters } from '../../base/small-letters.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { actionsForChannels, onceDecided } from '../actions/actions-for-channels.ts';
import { decideAction } from '../actions/decide-action.ts';
import type { ToldAction } from '../channels/above.ts';
import { isGenuine, readButton } from '../channels/button.ts';
import { wholeConfig } from '../channels/channel.ts';
import { fitsWhole } from '../channels/message.ts';
import { findSend } from '../channels/send-store.ts';
import { findChannel } from '../channels/store.ts';
import { useChallenge } from '../people/credential-store.ts';
import { decidingPerson } from '../people/deciding-person.ts';
import { listByEmailIn } from '../people/store.ts';

const REMEMBERED_SECONDS = 86_400;

interface Opened {
  readonly action: ToldAction;
  readonly project_id: string;
  readonly address: string;
}

/** What the link leads to; one answer for all that is wrong with it. */
async function opened(app: App, secret: Buffer, token: string): Promise<Opened> {
  const [, project_id = '', button = ''] = /^(prj_[0-9a-z]{26})\.(m\..{1,80})$/.exec(token) ?? [];
  const read = readButton(button);
  const send = read && (await findSend(app.reader, { project_id, id: read.send_id }));
  const channel = send && (await findChannel(app.reader, project_id, send.channel_id));
  const action_id = send?.action_id ?? '';
  const action = send && (await actionsForChannels(app, project_id, [action_id], nowOf(app))).get(action_id);
  if (!read || !send || !channel || !action || channel.type !== 'email' || channel.enabled === 0) throw useless();
  // To another address than it has now it was sent to someone else, who would decide as whoever has this one.
  const { address = '' } = wholeConfig(channel);
  const { id: channel_id } = channel;
  const about = { project_id, channel_id, send_id: send.id, action_id, digest: action.digest, to: address };
  if (!isGenuine(secret, read, about)) throw useless();
  return { action, project_id, address };
}

export async function lookAtMail(app: App, secret: Buffer, token: string): Promise<MailShown> {
  const { action, address } = await opened(app, secret, token);
  return shown(action, address);
}

function shown(action: ToldAction, address: string): MailShown {
  const { decision } = action;
  return {
    id: action.id,
    kind: action.kind,
    title: action.title,
    agent: action.created_by.name,
    body: action.body,
    ...(typeof action.payload === 'string' ? { payload: action.payload } : {}),
    ...(action.target_url === null ? {} : { target_url: action.target_url }),
    ...(action.undo === null ? {} : { undo: action.undo }),
    repeatable: action.idempotent !== false,
    untrusted: action.untrusted,
    status: action.status,
    expires_at: action.expires_at,
    approvals: action.approvals,
    inbox_url: action.url,
    digest: action.digest,
    address,
    may_approve: fitsWhole(action, 'email'),
    ...(decision ? { decided: { verdict: decision.verdict, by: decision.by.name, at: decision.decided_at } } : {}),
  };
}

export async function decideByMail(app: App, secret: Buffer, given: MailDecision): Promise<MailShown> {
  const { token, decision: verdict, comment } = given;
  const { action, project_id, address } = await opened(app, secret, token);
  if (verdict === 'approve' && !fitsWhole(action, 'email')) {
    throw new Problem('insufficient_scope', { detail: 'This one is approved in the inbox, where all of it is shown.' });
  }
  const decider = await deciderOf(app.reader, project_id, address);
  const decided = await decideAction(app, decider, action.id, {
    verdict,
    digest: given.digest,
    channel: 'email',
    ...(comment ? { comment } : {}),
    first: async (tx: Tx) => {
      await checkStill(app, tx, { secret, token, decider });
      // One of several approvals counts once by itself; and again for whoever may decide again after theirs was withdrawn.
      if (verdict === 'approve' && action.approvals.required > 1) return;
      if (await useChallenge(tx, hash('sha256', token, 'hex'), action.expires_at + REMEMBERED_SECONDS)) return;
      throw used(action, nowOf(app));
    },
  });
  return shown(onceDecided(action, decided), address); // nothing is read after the commit: were that to fail, it would look undone
}

/** In the moment that counts: whoever was removed since, and whatever was turned off, decides nothing. */
async function checkStill(
  app: App,
  tx: Tx,
  { secret, token, decider }: { secret: Buffer; token: string; decider: Decider },
): Promise<void> {
  const { project_id, address } = await opened({ ...app, reader: tx }, secret, token);
  const { id } = await deciderOf(tx, project_id, address);
  if (id !== decider.id) throw useless();
}

/**
 * The reviewer of that address, where there is one who may decide. People write what they like into their own record: where
 * several claim one address, it is whoever has the mailbox, and none of them.
 */
async function deciderOf(reader: Reader, project_id: string, given: string): Promise<Decider> {
  const address = inSmallLetters(given);
  const claiming = await listByEmailIn(reader, project_id, address);
  const found = await Promise.all(claiming.map(({ id }) => decidingPerson(reader, project_id, id)));
  const people = found.filter((person) => person !== undefined);
  if (claiming.length > 0 && people.length === 0)
    throw new Problem('insufficient_scope', { detail: 'You may no longer decide in this project.' });
  const [person] = claiming.length === 1 ? people : [];
  return person ?? { type: 'external', id: `email:${address}`, name: address, project_id };
}

function used({ status, expires_at }: ToldAction, now: number): Problem {
  if (status !== 'pending') return new Problem('already_decided', { current_status: status });
  return expires_at <= now ? new Problem('expired', { current_status: 'expired' }) : useless();
}

function useless(): Problem {
  return new Problem('insufficient_scope', {
    detail: 'This link no longer decides anything: it was used, or is not ours. Open the inbox.',
  });
}
