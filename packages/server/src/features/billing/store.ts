// Plans, provider events and monthly use in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { BillingAccountRow, BillingSubscriptionRow } from '../../storage/schema.ts';

const selectAccount = preparedRead<{ project_id: string }, BillingAccountRow>((q, p) =>
  q.selectFrom('billing_accounts').selectAll().where('project_id', '=', p.project_id),
);

export async function findAccount(reader: Reader, project_id: string): Promise<BillingAccountRow | undefined> {
  const [account] = await selectAccount(reader, { project_id });
  return account;
}

export async function findByCustomer(reader: Reader, customer_id: string): Promise<string | undefined> {
  const query = reader.q.selectFrom('billing_accounts').select('project_id').where('customer_id', '=', customer_id);
  return (await query.executeTakeFirst())?.project_id;
}

export async function hasEvent(reader: Reader, id: string): Promise<boolean> {
  const query = reader.q.selectFrom('billing_events').select('id').where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The provider tells no event that is older than thirty days; should one come, the state it tells is old. */
const REMEMBERED_SECONDS = 31 * 86_400;

/** False when the event has been seen before. */
export async function rememberEvent(tx: Tx, id: string): Promise<boolean> {
  await tx.q.deleteFrom('billing_events').where('expires_at', '<=', tx.now).execute();
  const fresh = await tx.q
    .insertInto('billing_events')
    .values({ id, expires_at: tx.now + REMEMBERED_SECONDS })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return fresh !== undefined;
}

/** False when a newer state of it is there already: events come in any order. */
export async function saveSubscription(tx: Tx, state: BillingSubscriptionRow): Promise<boolean> {
  const { tier, status, current_period_end, state_at, state_rank } = state;
  const saved = await tx.q
    .insertInto('billing_subscriptions')
    .values(state)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'id'])
        // An event that does not speak of the period changes nothing of it.
        .doUpdateSet({
          ...{ tier, status, state_at, state_rank },
          ...(current_period_end === null ? {} : { current_period_end }),
        })
        .where((row) =>
          row.or([
            row('billing_subscriptions.state_at', '<', state_at),
            row.and([
              row('billing_subscriptions.state_at', '=', state_at),
              row('billing_subscriptions.state_rank', '<=', state_rank),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function findSubscription(
  reader: Reader,
  { project_id, id }: Pick<BillingSubscriptionRow, 'project_id' | 'id'>,
): Promise<BillingSubscriptionRow | undefined> {
  return reader.q
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listSubscriptions(reader: Reader, project_id: string): Promise<BillingSubscriptionRow[]> {
  return reader.q.selectFrom('billing_subscriptions').selectAll().where('project_id', '=', project_id).execute();
}

export async function saveAccount(tx: Tx, account: BillingAccountRow): Promise<void> {
  const { project_id: _, ...changes } = account;
  await tx.q
    .insertInto('billing_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(changes))
    .execute();
}

/** Counts one more, unless the limit is reached; then it returns false. */
export async function takeFromMonth(tx: Tx, project_id: string, month_start: number, limit: number): Promise<boolean> {
  await tx.q
    .insertInto('usage_months')
    .values({ project_id, month_start, approvals: 0 })
    .onConflict((conflict) => conflict.columns(['project_id', 'month_start']).doNothing())
    .execute();
  const taken = await tx.q
    .updateTable('usage_months')
    .set((row) => ({ approvals: row('approvals', '+', 1) }))
    .where('project_id', '=', project_id)
    .where('month_start', '=', month_start)
    .where('approvals', '<', limit)
    .returning('approvals')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function approvalsIn(reader: Reader, project_id: string, month_start: number): Promise<number> {
  const query = reader.q
    .selectFrom('usage_months')
    .select('approvals')
    .where('project_id', '=', project_id)
    .where('month_start', '=', month_start);
  return (await query.executeTakeFirst())?.approvals ?? 0;
}
