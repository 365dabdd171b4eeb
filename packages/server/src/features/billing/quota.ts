// Whether one more fits into the plan. Asked inside the transaction that makes it, so that no race goes over the limit.

import type { Tier } from '@countersign/contract';
import { Problem } from '../../base/problem.ts';
import type { Config } from '../../config.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { approvalsIn, findAccount, takeFromMonth } from './store.ts';
import { type Allowance, allowanceOf, monthOf } from './tier.ts';

export function isBillingOn(config: Pick<Config, 'stripeSecretKey'>): boolean {
  return config.stripeSecretKey !== '';
}

export interface Plan {
  readonly tier: Tier;
  readonly allows: Allowance;
}

export async function planOf(
  reader: Reader,
  config: Pick<Config, 'stripeSecretKey'>,
  project_id: string,
): Promise<Plan> {
  if (!isBillingOn(config)) return { tier: 'free', allows: allowanceOf(undefined) };
  const tier = ((await findAccount(reader, project_id))?.tier ?? 'free') as Tier;
  return { tier, allows: allowanceOf(tier) };
}

/** An unlimited plan counts nothing: a counter would make writers wait for one another. */
export async function takeApproval(tx: Tx, config: Pick<Config, 'stripeSecretKey'>, project_id: string): Promise<void> {
  if (!isBillingOn(config)) return;
  const { tier, allows } = await planOf(tx, config, project_id);
  const limit = allows.approvals;
  if (limit === null || (await takeFromMonth(tx, project_id, monthOf(tx.now).start, limit))) return;
  throw new Problem('quota_exceeded', {
    detail: `The plan ${tier} has ${limit} approvals a month, and they are used up.`,
    limit,
    tier,
  });
}

/** How many more the plan allows this month; more than anyone needs where nothing is limited. */
export async function approvalsLeft(
  reader: Reader & { readonly now: number },
  config: Pick<Config, 'stripeSecretKey'>,
  project_id: string,
): Promise<number> {
  const limit = isBillingOn(config) ? (await planOf(reader, config, project_id)).allows.approvals : null;
  if (limit === null) return Number.MAX_SAFE_INTEGER;
  return Math.max(0, limit - (await approvalsIn(reader, project_id, monthOf(reader.now).start)));
}
