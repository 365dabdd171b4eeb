// Why a decision that was held did not count, in words, by the code that it got. Who was too late is told at once: the server
// finds out when the hold ends, and until then the page would say that it was decided otherwise than it is.

import type { HoldEvent, ProblemCode } from '@countersign/contract';
import { api } from '../api.ts';
import { type Plain, t } from '../i18n/translate.ts';
import { onLive } from '../live/connection.ts';
import { say } from '../parts/toasts.tsx';
import { isMe } from '../session.ts';
import { heldNow, letGo, sending } from './holds.ts';

export const WHY_LOST: Readonly<Partial<Record<ProblemCode, Plain>>> = {
  already_decided: 'it was decided before',
  expired: 'it had expired',
  stale_digest: 'its content had changed',
  not_editable: 'the edits were not allowed',
  self_decision_forbidden: 'whoever asked may not decide',
  people_only: 'only people may decide',
  step_up_required: 'it needs a passkey',
  insufficient_scope: 'you may no longer decide',
  not_found: 'it was removed',
};

/** Told before the hold has ended: not once more when it does. */
const told = new Set<string>();

/** Its holder believed it decided, and is told where to look. */
export function sayLost({ id, why }: Pick<HoldEvent, 'id' | 'why'>): void {
  if (told.delete(id)) return;
  const known = WHY_LOST[why as ProblemCode];
  const words = known ? t('Your decision did not count: {why}.', { why: t(known) }) : t('Your decision did not count.');
  say(words, { link: { href: `/a/${id}`, says: t('Look') } });
}

/** What was mine is told to be so beside the decision. */
const BESIDE_MS = 200;
const kept = new Set<string>();

onLive(({ type, data }) => {
  const id = String(data.id);
  if (type === 'hold.committed' && isMe(data.holder as HoldEvent['holder'])) kept.add(id);
  if (type !== 'action.updated' || data.status === 'pending') return;
  if (heldNow().some(({ ids }) => ids.includes(id)) && !sending.value.has(id))
    // what is on its way is answered
    setTimeout(() => !kept.delete(id) && void lookWhose(id).catch(() => undefined), BESIDE_MS); // else it is told in the end
});

async function lookWhose(id: string): Promise<void> {
  const { status, decision } = await api.getInboxAction(id);
  if (status === 'pending' || isMe(decision?.decided_by)) return;
  letGo(id);
  sayLost({ id, why: decision ? 'already_decided' : 'expired' });
  told.add(id);
}
