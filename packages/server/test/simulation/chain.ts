// The audit log of each project is one chain: sealed rows follow one another without a gap, and nothing sealed ever changes.

import { CHAIN_START, hashOfRow } from '@countersign/contract/audit-chain';
import { proving } from '../../src/base/proving.ts';
import { readFacts } from '../../src/features/audit/facts.ts';
import type { Committed, SealedRow } from './committed.ts';
import type { Model } from './model.ts';
import { promise } from './violation.ts';

/** Follows what was sealed since the last look. */
export function takeInChain({ chains }: Model, committed: Committed): void {
  for (const project_id of committed.projects) {
    let head = chains.get(project_id) ?? { seq: 0, hash: CHAIN_START };
    for (const row of committed.sealedAfter(project_id, head.seq)) head = { seq: row.seq, hash: checked(head, row) };
    if (head.seq > 0) chains.set(project_id, head);
  }
}

/** From the beginning: what was sealed before must still be what it was. */
export function checkChains({ chains }: Model, committed: Committed): void {
  const heads = new Map<string, { seq: number; hash: string }>();
  for (const row of committed.sealed()) {
    const head = heads.get(row.project_id) ?? { seq: 0, hash: CHAIN_START };
    heads.set(row.project_id, { seq: row.seq, hash: checked(head, row) });
  }
  for (const [project_id, { seq, hash }] of chains) {
    const head = heads.get(project_id);
    promise(head?.seq === seq && head.hash === hash, `the chain of ${project_id} is another than it was`);
  }
}

function checked(head: { readonly seq: number; readonly hash: string }, row: SealedRow): string {
  promise(row.seq === head.seq + 1, `row ${row.seq} of the audit log comes after row ${head.seq}`);
  const hash = hashOfRow(proving.sha256, head.hash, { ...row, data: row.data === null ? null : readFacts(row.data) });
  promise(row.hash === hash, `row ${row.seq} of the audit log does not have the hash it should`);
  return hash;
}
