// Writes down who did what, in the transaction that does it: no row, no change. What is written down is also announced:
// whoever waits for the entity, or follows the project, hears of it as soon as it is committed.

import type { AuditEvent } from '@countersign/contract';
import { commitmentOf } from '@countersign/contract/audit-chain';
import { kindOf } from '@countersign/contract/audit-file';
import { proving } from '../../base/proving.ts';
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

/** What the service itself calls its channels. A caller may name others, and what it names them is its own text. */
const CHANNELS = ['api', 'web', 'push', 'email', 'slack', 'discord', 'telegram', 'cli', 'tool', 'rule'];

export async function recordAudit(tx: Tx, actor: Actor, happening: Happening): Promise<string> {
  const id = tx.newId('evt');
  const { project_id } = actor;
  const channel = happening.channel ?? null;
  const isOurs = channel === null || CHANNELS.includes(channel);
  const isExternal = actor.type === 'external';
  const opening = openingOf(tx, {
    ...happening.values,
    ...(isOurs ? {} : { named_channel: channel }),
    ...(isExternal ? { named_actor: actor.id } : {}),
  });
  await insertAudit(tx, {
    project_id,
    id,
    event: happening.event,
    entity_id: happening.entity_id,
    actor_type: actor.type,
    actor_id: isExternal ? kindOf(actor.id) : actor.id,
    channel: isOurs ? channel : null,
    data: happening.facts ? JSON.stringify(happening.facts) : null,
    commitment: opening ? commitmentOf(proving.sha256, opening.salt, JSON.parse(opening.value)) : null,
    created_at: tx.now,
    txid: tx.number,
  });
  tx.announce(happening.entity_id);
  tx.announce(project_id);
  const named_actor = isExternal ? actor.id : null;
  if (opening) await insertAuditValue(tx, { project_id, audit_id: id, ...opening, named_actor });
  return id;
}

/** What erasure takes away, and what the commitment is made of. Undefined when there is nothing in it. */
function openingOf(tx: Tx, values: Readonly<Record<string, unknown>>) {
  const value = JSON.stringify(values);
  return value === '{}' ? undefined : { salt: tx.randomBytes(16).toString('hex'), value };
}
