// Writes down who did what, in the transaction that does it: no row, no change. What is written down is also announced:
// whoever waits for the entity, or follows the project, hears of it as soon as it is committed.

import { createHash } from 'node:crypto';
import type { AuditEvent } from '@countersign/contract';
import type { Tx } from '../../storage/database.ts';
import { insertAudit, insertAuditValue } from './store.ts';

export interface Actor {
  readonly project_id: string;
  readonly type: string;
  readonly id: string;
}

/** Someone with a shell on the server. */
export function operatorOf(project_id: string): Actor {
  return { project_id, type: 'operator', id: 'operator' };
}

interface Happening {
  readonly event: AuditEvent;
  readonly entity_id: string;
  readonly channel?: string;
  /** Facts that may stay for ever: ids, counts, names of settings. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Content and personal values. The row keeps a salted commitment; the values go when the project is erased. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

export async function recordAudit(tx: Tx, actor: Actor, happening: Happening): Promise<string> {
  const id = tx.newId('evt');
  const written = happening.values && JSON.stringify(happening.values);
  const values = written === '{}' ? undefined : written;
  const salt = values === undefined ? undefined : tx.randomBytes(16).toString('hex');
  await insertAudit(tx, {
    project_id: actor.project_id,
    id,
    event: happening.event,
    entity_id: happening.entity_id,
    actor_type: actor.type,
    actor_id: actor.id,
    channel: happening.channel ?? null,
    data: happening.facts ? JSON.stringify(happening.facts) : null,
    commitment: salt === undefined ? null : createHash('sha256').update(`${salt}${values}`).digest('hex'),
    created_at: tx.now,
    txid: tx.number,
  });
  tx.announce(happening.entity_id);
  tx.announce(actor.project_id);
  if (salt !== undefined && values !== undefined) {
    await insertAuditValue(tx, { project_id: actor.project_id, audit_id: id, salt, value: values });
  }
  return id;
}
