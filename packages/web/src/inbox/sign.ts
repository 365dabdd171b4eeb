// Approving with a passkey: it signs exactly what is on the screen, edits included. Signing is the pause; nothing is held.

import type { DecisionRecorded, InboxAction } from '@countersign/contract';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { signStatement } from '../people/passkeys.ts';

interface Verdict {
  readonly decision: 'approve' | 'reject';
  readonly comment?: string;
  readonly edited?: Readonly<Record<string, unknown>>;
  readonly view: { readonly ms: number; readonly end: boolean };
}

export async function sign({ id, digest }: InboxAction, verdict: Verdict): Promise<DecisionRecorded> {
  const { decision, comment, view } = verdict;
  const edited = verdict.edited && { edited: { ...verdict.edited } };
  const { statement, options } = await api.stepUp(id, { decision, ...edited });
  if (statement.digest !== digest) throw new Error(t('The action is not the one on the screen. Look at it again.'));
  const assertion = await signStatement(options);
  return api.signDecision(id, { statement, assertion, view, ...edited, ...(comment !== undefined && { comment }) });
}
