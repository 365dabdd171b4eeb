// An audit row as the API and the exports show it.

import type { AuditRow } from '@countersign/contract';
import type { AuditProof } from '@countersign/contract/audit-file';
import { readFacts } from './facts.ts';
import type { FoundAuditRow } from './store.ts';

export function viewAuditRow(row: FoundAuditRow): AuditRow {
  const { named_channel: channel = row.channel, named_actor, ...values } = readFacts(row.value);
  const actor_id = typeof named_actor === 'string' ? named_actor : row.actor_id;
  const data = { ...readFacts(row.data), ...values };
  return {
    id: row.id,
    ...(row.seq === null ? {} : { seq: row.seq }),
    event: row.event,
    entity_id: row.entity_id,
    ...(row.entity_id.startsWith('act_') ? { action_id: row.entity_id } : {}),
    ...(row.actor_type === null || actor_id === null
      ? {}
      : { actor: { type: row.actor_type, id: actor_id, name: nameOf(row) ?? actor_id } }),
    ...(typeof channel === 'string' ? { channel } : {}),
    ...(Object.keys(data).length === 0 ? {} : { data }),
    created_at: row.created_at,
    ...(row.hash === null ? {} : { hash: row.hash }),
  };
}

/** As it is called today; a rule that was deleted has no name, and who was erased an empty one. */
const nameOf = ({ key_name, rule_name, reviewer_name }: FoundAuditRow): string | undefined =>
  key_name ?? rule_name ?? (reviewer_name || undefined);

/** What the chain covers of a row, beside what is shown: with it anyone can work out the hash. */
export function viewProof(row: FoundAuditRow): AuditProof {
  return {
    project_id: row.project_id,
    ...(row.data === null ? {} : { facts: readFacts(row.data) }),
    ...(row.commitment === null ? {} : { commitment: row.commitment }),
    ...(row.salt === null ? {} : { salt: row.salt, values: readFacts(row.value) }),
  };
}
