// Approving with a passkey: it signs exactly what is on the screen, edits included. Signing is the pause; nothing is held.

import type { DecisionRecorded, InboxAction } from '@countersign/contract';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { signStatement } from '../people/passkeys.ts';
import { draftNow } from './draft.ts';

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
  const check = () => {
    if (statement.digest === digest && isAsWritten(id, verdict)) return;
    throw new Error(t('The action is not the one on the screen. Look at it again.'));
  };
  check();
  const assertion = await signStatement(options);
  check();
  return api.signDecision(id, { statement, assertion, view, ...edited, ...(comment !== undefined && { comment }) });
}

/** Until the passkey has signed, the editor is there, and who writes in it may have gone on. */
function isAsWritten(id: string, { edited: sent = {} }: Verdict): boolean {
  const { edited = {}, wrong } = draftNow(id) ?? {};
  return wrong === undefined && JSON.stringify(edited) === JSON.stringify(sent);
}
