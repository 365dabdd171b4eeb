// A worker takes an approved action for a while, so that no other runs it too. Whoever lost the answer asks again under the id
// that they chose, and is told the same: else what was approved would wait for a worker who does not know that it is theirs.

import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { DEFAULT_LEASE_SECONDS } from './action.ts';
import { againOnceNoticed } from './once-noticed.ts';
import { checkApproved } from './report-result.ts';
import { findAction, findDecision, saveClaim } from './store.ts';

export interface Claim {
  readonly claim_id: string;
  readonly claim_until: number;
  /** Of the decision that is being carried out. */
  readonly receipt: string;
}

interface Asked {
  readonly lease_s?: number | undefined;
  readonly claim_id?: string | undefined;
}

export async function claimAction(
  app: App,
  caller: Caller,
  id: string,
  { lease_s = DEFAULT_LEASE_SECONDS, claim_id: chosen }: Asked,
): Promise<Claim> {
  const claiming = async (tx: Tx) => {
    const action = await findAction(tx, caller.project_id, id);
    if (!action) throw new Problem('not_found');

    const claim = { claim_id: chosen ?? tx.newId('clm'), claim_until: tx.now + lease_s };
    while (!(await saveClaim(tx, action, claim))) {
      const { claim_id, claim_until } = await checkApproved(tx, action);
      if (claim_until === null || claim_until <= tx.now) continue;
      if (claim_id === chosen) return { ...claim, claim_until, receipt: await receiptOf(tx, action) };
      const until = new Date(claim_until * 1000).toISOString().replace('.000Z', 'Z');
      throw new Problem('already_claimed', { detail: `Action ${id} is claimed until ${until}.` });
    }
    const { claim_id, claim_until: lease_until } = claim;
    const noted =
      chosen === undefined ? { facts: { claim_id, lease_until } } : { facts: { lease_until }, values: { claim_id } };
    await recordAudit(tx, caller, { event: 'action.claimed', entity_id: id, ...noted }); // who chose it may have named someone
    return { ...claim, receipt: await receiptOf(tx, action) };
  };
  return againOnceNoticed(app, caller, id, () => inTransaction(app, claiming));
}

async function receiptOf(tx: Tx, action: ActionRow): Promise<string> {
  const decision = await findDecision(tx, action);
  if (!decision) throw new Error(`Action ${action.id} is approved, yet has no decision.`);
  return decision.receipt;
}
