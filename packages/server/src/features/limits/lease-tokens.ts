// Takes tokens out of a caller's shared bucket, so that the limit holds over all instances and over a restart. Where nothing can
// be written (a full disk, a file that was moved away), reading goes on: what is taken for it is kept here, until it can be saved.

import type { LimitName } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { type Bucket, fullBucket, type Lease, type LeaseRequest, leaseFrom } from './bucket.ts';
import { findBucket, lockBucket, saveBucket } from './store.ts';

/** What is asked under these changes nothing. */
const OF_READS: readonly LimitName[] = ['list', 'verify'];
const MOST_UNSAVED = 10_000;

type Request = Omit<LeaseRequest, 'nowMs'>;
type Leased = ReturnType<typeof leaseFrom>;

export function makeLeases(app: App): (caller: Caller, name: LimitName, request: Request) => Promise<Lease> {
  /** Buckets as they are since they could not be saved. */
  const unsaved = new Map<string, Bucket>();

  return async ({ project_id, id: caller_id }, name, request) => {
    const bucketName = { project_id, caller_id, name };
    const key = `${name} ${caller_id}`;
    try {
      const saved = await inTransaction(app, async (tx) => {
        const row = await lockBucket(tx, bucketName, fullBucket(request.perMinute, tx.nowMs));
        const known = [row, unsaved.get(key)].filter((bucket) => bucket !== undefined);
        const { bucket, lease } = poorest(known.map((one) => leaseFrom(one, { ...request, nowMs: tx.nowMs })));
        await saveBucket(tx, { ...row, ...bucket });
        return lease;
      });
      unsaved.delete(key);
      return saved;
    } catch (error) {
      const isAway = error instanceof Problem && error.code === 'unavailable';
      if (!isAway || !OF_READS.includes(name)) throw error;
      const nowMs = app.storage.nowMs();
      const known = unsaved.get(key) ?? (await findBucket(app.reader, bucketName));
      const { bucket, lease } = leaseFrom(known ?? fullBucket(request.perMinute, nowMs), { ...request, nowMs });
      unsaved.delete(key); // in the order of use
      unsaved.set(key, bucket);
      const [oldest] = unsaved.keys();
      if (unsaved.size > MOST_UNSAVED && oldest !== undefined) unsaved.delete(oldest);
      return lease;
    }
  };
}

/** Others may have taken of what is stored since: what either account has given is gone. */
function poorest(leased: readonly Leased[]): Leased {
  const had = ({ lease: { taken, left } }: Leased) => taken + left;
  return leased.reduce((one, other) => (had(other) < had(one) ? other : one));
}
