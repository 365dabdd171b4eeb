// Token buckets in storage.

import type { Tx } from '../../storage/database.ts';
import type { BucketRow } from '../../storage/schema.ts';

type BucketName = Pick<BucketRow, 'project_id' | 'caller_id' | 'name'>;

/** The caller's bucket, locked against other instances; `full` is what a caller that is new begins with. */
export async function lockBucket(
  tx: Tx,
  name: BucketName,
  full: Omit<BucketRow, keyof BucketName>,
): Promise<BucketRow> {
  // The write takes the lock; of a bucket that exists it changes nothing.
  return tx.q
    .insertInto('rate_buckets')
    .values({ ...name, ...full })
    .onConflict((conflict) => conflict.columns(['project_id', 'caller_id', 'name']).doUpdateSet({ name: name.name }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveBucket(tx: Tx, { project_id, caller_id, name, ...level }: BucketRow): Promise<void> {
  await tx.q
    .updateTable('rate_buckets')
    .set(level)
    .where('project_id', '=', project_id)
    .where('caller_id', '=', caller_id)
    .where('name', '=', name)
    .execute();
}
