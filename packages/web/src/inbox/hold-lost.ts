// Why a decision that was held did not count, in words, by the code that it got.

import type { HoldEvent, ProblemCode } from '@countersign/contract';
import { type Plain, t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';

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

/** Its holder believed it decided, and is told where to look. */
export function sayLost({ id, why }: Pick<HoldEvent, 'id' | 'why'>): void {
  const known = WHY_LOST[why as ProblemCode];
  const words = known ? t('Your decision did not count: {why}.', { why: t(known) }) : t('Your decision did not count.');
  say(words, { link: { href: `/a/${id}`, says: t('Look') } });
}
