// A worker takes an approved action for a while, so that no other runs it too.

import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { DEFAULT_LEASE_SECONDS } from './action.ts';
import { checkApproved } from './report-result.ts';
import { findAction, findDecision, saveClaim } from './store.ts';

export interface Claim {
  readonly claim_id: string;
  readonly claim_until: number;
  /** Of the decision that is being carried out. */
  readonly receipt: string;
}

export async function claimAction(
  app: App,
  caller: Caller,
  id: string,
  lease_s = DEFAULT_LEASE_SECONDS,
): Promise<Claim> {
  return inTransaction(app, async (tx) => {
    const action = await findAction(tx, caller.project_id, id);
    if (!action) throw new Problem('not_found');

    const claim = { claim_id: tx.newId('clm'), claim_until: tx.now + lease_s };
    while (!(await saveClaim(tx, action, claim))) {
      const { claim_until } = await checkApproved(tx, action);
      if (claim_until !== null && claim_until > tx.now) {
        throw new Problem('already_claimed', { detail: `Action ${id} is claimed until ${claim_until}.` });
      }
    }
    const facts = { claim_id: claim.claim_id, lease_until: claim.claim_until };
    await recordAudit(tx, caller, { event: 'action.claimed', entity_id: id, facts });
    const decision = await findDecision(tx, action);
    if (!decision) throw new Error(`Action ${id} is approved, yet has no decision.`);
    return { ...claim, receipt: decision.receipt };
  });
}
