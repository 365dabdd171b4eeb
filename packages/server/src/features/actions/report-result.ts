// The agent says what came of an approved action. Once.

import { PAYLOAD_MAX_BYTES, type ResultReport } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ActionRow, ResultRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { assertOneOf, statusAt } from './action.ts';
import { findAction, insertResult, moveAction, type StoredAction } from './store.ts';

/** `payload` by its source text. */
export type Report = Omit<ResultReport, 'payload'> & { readonly payload: string | undefined };

export async function reportResult(app: App, caller: Caller, id: string, report: Report): Promise<ResultRow> {
  if (report.payload !== undefined && Buffer.byteLength(report.payload) > PAYLOAD_MAX_BYTES) {
    throw invalid('payload', `must not have more than ${PAYLOAD_MAX_BYTES} bytes`);
  }
  assertOneOf(report.status, ['executed', 'execute_failed']);
  return inTransaction(app, async (tx) => {
    const action = await findAction(tx, caller.project_id, id);
    if (!action) throw new Problem('not_found');
    while (!(await moveAction(tx, action, report.status))) await checkApproved(tx, action);

    const result: ResultRow = {
      project_id: action.project_id,
      action_id: id,
      status: report.status,
      detail: report.detail ?? null,
      payload: report.payload ?? null,
      reported_at: tx.now,
      reported_by: caller.id,
    };
    await insertResult(tx, result);
    await recordAudit(tx, caller, { event: `action.${report.status}`, entity_id: id });
    return result;
  });
}

/**
 * Refuses with the status as it is now: someone may have moved the action since it was read. If that made it approved, the
 * guard looked a moment too early, and whoever asked may try again: to say that it is not would be false.
 */
export async function checkApproved(tx: Tx, { project_id, id }: ActionRow): Promise<StoredAction> {
  const action = await findAction(tx, project_id, id);
  if (!action) throw new Problem('not_found');
  const current_status = statusAt(action, tx.now);
  if (current_status === 'approved') return action;
  throw new Problem('not_approved', { detail: `Action ${id} is ${current_status}, not approved.`, current_status });
}
