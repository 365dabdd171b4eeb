// The agent says what came of an approved action. Once.

import { PAYLOAD_MAX_BYTES, type ResultReport } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ActionRow, ResultRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { assertOneOf, statusAt } from './action.ts';
import { againOnceNoticed } from './once-noticed.ts';
import { findAction, findResult, insertResult, moveAction, type StoredAction } from './store.ts';

/** `payload` by its source text. */
export type Report = Omit<ResultReport, 'payload'> & { readonly payload: string | undefined };

export async function reportResult(app: App, caller: Caller, id: string, report: Report): Promise<ResultRow> {
  if (report.payload !== undefined && Buffer.byteLength(report.payload) > PAYLOAD_MAX_BYTES) {
    throw invalid('payload', `must not have more than ${PAYLOAD_MAX_BYTES} bytes`);
  }
  assertOneOf(report.status, ['executed', 'execute_failed']);
  const reporting = async (tx: Tx) => {
    const action = await findAction(tx, caller.project_id, id);
    if (!action) throw new Problem('not_found');
    const result: ResultRow = {
      project_id: action.project_id,
      action_id: id,
      status: report.status,
      detail: report.detail ?? null,
      payload: report.payload ?? null,
      reported_at: tx.now,
      reported_by: caller.id,
    };
    while (!(await moveAction(tx, action, report.status))) await checkApproved(tx, action, result);

    await insertResult(tx, result);
    await recordAudit(tx, caller, { event: `action.${report.status}`, entity_id: id });
    return result;
  };
  return againOnceNoticed(app, caller, id, () => inTransaction(app, reporting));
}

/**
 * Refuses with the status as it is now: someone may have moved the action since it was read. If that made it approved, the
 * guard looked a moment too early, and whoever asked may try again: to say that it is not would be false.
 */
export async function checkApproved(
  tx: Tx,
  { project_id, id }: ActionRow,
  reporting?: ResultRow,
): Promise<StoredAction> {
  const action = await findAction(tx, project_id, id);
  if (!action) throw new Problem('not_found');
  const current_status = statusAt(action, tx.now);
  if (current_status === 'approved') return action;
  const isTheirs = reporting?.status === current_status && isSame(reporting, await findResult(tx, action));
  throw new Problem('not_approved', {
    detail: `Action ${id} is ${current_status}, not approved.`,
    current_status,
    ...(isTheirs ? { reported_by_you: true } : {}),
  });
}

/** By the same caller, to the letter: whoever lost the answer to the first finds with the second that it stands. */
function isSame(reporting: ResultRow, known: ResultRow | undefined): boolean {
  const { reported_by, status, detail, payload } = reporting;
  if (known?.reported_by !== reported_by || known.status !== status) return false;
  return known.detail === detail && known.payload === payload;
}
