// Token buckets in storage. They are asked for beside most creates, so what is asked is built once.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedSend, preparedWrite } from '../../storage/prepared.ts';
import type { BucketRow } from '../../storage/schema.ts';

type BucketName = Pick<BucketRow, 'project_id' | 'caller_id' | 'name'>;

/** The write takes the lock; of a bucket that exists it changes nothing. */
const insertOrLock = preparedWrite<BucketRow, BucketRow>((q, p) =>
  q
    .insertInto('rate_buckets')
    .values({
      project_id: p.project_id,
      caller_id: p.caller_id,
      name: p.name,
      level_micro: p.level_micro,
      at_ms: p.at_ms,
      lent: p.lent,
      lent_before: p.lent_before,
      lent_since_ms: p.lent_since_ms,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'caller_id', 'name']).doUpdateSet({ name: p.name }))
    .returningAll(),
);

export const saveBucket = preparedSend<BucketRow>((q, p) =>
  q
    .updateTable('rate_buckets')
    .set({
      level_micro: p.level_micro,
      at_ms: p.at_ms,
      lent: p.lent,
      lent_before: p.lent_before,
      lent_since_ms: p.lent_since_ms,
    })
    .where('project_id', '=', p.project_id)
    .where('caller_id', '=', p.caller_id)
    .where('name', '=', p.name),
);

/** The caller's bucket, locked against other instances; `full` is what a caller that is new begins with. */
export async function lockBucket(
  tx: Tx,
  name: BucketName,
  full: Omit<BucketRow, keyof BucketName>,
): Promise<BucketRow> {
  const [bucket] = await insertOrLock(tx, { ...name, ...full });
  if (!bucket) throw new Error('A bucket that was inserted or updated is not there.');
  return bucket;
}

const selectBucket = preparedRead<BucketName, BucketRow>((q, p) =>
  q
    .selectFrom('rate_buckets')
    .selectAll()
    .where('project_id', '=', p.project_id)
    .where('caller_id', '=', p.caller_id)
    .where('name', '=', p.name),
);

export async function findBucket(reader: Reader, name: BucketName): Promise<BucketRow | undefined> {
  const [bucket] = await selectBucket(reader, name);
  return bucket;
}
