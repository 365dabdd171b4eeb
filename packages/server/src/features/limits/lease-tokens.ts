// Takes tokens out of a caller's shared bucket, so that the limit holds over all instances and over a restart.

import type { LimitName } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { fullBucket, type Lease, type LeaseRequest, leaseFrom } from './bucket.ts';
import { lockBucket, saveBucket } from './store.ts';

export async function leaseTokens(
  app: App,
  caller: Caller,
  name: LimitName,
  request: Omit<LeaseRequest, 'nowMs'>,
): Promise<Lease> {
  return inTransaction(app, async (tx) => {
    const bucketName = { project_id: caller.project_id, caller_id: caller.id, name };
    const row = await lockBucket(tx, bucketName, fullBucket(request.perMinute, tx.nowMs));
    const { bucket, lease } = leaseFrom(row, { ...request, nowMs: tx.nowMs });
    await saveBucket(tx, { ...row, ...bucket });
    return lease;
  });
}
