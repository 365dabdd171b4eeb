// The demo agent proposes, as any agent would: with a key of its own, through the same door of the house.

import type { Demo } from '@countersign/contract';
import type { App, Caller, KeyCaller } from '../../app.ts';
import { butSaved, Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { DemoRow } from '../../storage/schema.ts';
import { createAction } from '../actions/create-action.ts';
import { findStatus } from '../actions/store.ts';
import { recordAudit } from '../audit/record.ts';
import { createClosedKey } from '../keys/manage-keys.ts';
import { removeActions } from './end-demo.ts';
import { AGENT_NAME, PROPOSALS } from './proposals.ts';
import { findDemo, insertDemo, saveDemoActions } from './store.ts';

/** `isNew` is false when the project has a demo: then it is that one. */
export async function startDemo(app: App, caller: Caller): Promise<Demo & { readonly isNew: boolean }> {
  if (!app.config.demo) throw new Problem('not_found', { detail: 'The demo is turned off here.' });
  const begun = await inTransaction(app, (tx) => beginDemo(tx, caller));
  return propose(app, caller, begun).catch(butSaved('The demo has begun, and is not whole. Ask for it again.'));
}

interface Begun {
  readonly demo: DemoRow;
  readonly isNew: boolean;
}

async function propose(app: App, caller: Caller, begun: Begun): Promise<Demo & { readonly isNew: boolean }> {
  const agent = agentOf(begun.demo);
  const known = JSON.parse(begun.demo.action_ids) as string[];
  if (await isAnyThere(app, caller, known)) return { action_ids: known, isNew: false };
  // A crash in between, or an erasure, leaves a demo without actions: who asks again gets them, each once, by its idempotency key.
  const action_ids: string[] = [];
  for (const [n, proposal] of PROPOSALS.entries()) {
    const idempotency_key = `${agent.id} ${n}`;
    const { action } = await createAction(app, agent, { ...proposal, idempotency_key }, { isFree: true });
    action_ids.push(action.id);
  }
  const isKept = await inTransaction(app, async (tx) => {
    const kept = await saveDemoActions(tx, begun.demo, action_ids);
    if (!kept) await removeActions(tx, caller.project_id, action_ids);
    return kept;
  });
  if (!isKept) return { action_ids: [], isNew: begun.isNew }; // removed while it began: it was wished away last
  app.wake('demo');
  return { action_ids, isNew: begun.isNew };
}

async function isAnyThere(app: App, { project_id }: Caller, ids: readonly string[]): Promise<boolean> {
  const found = await Promise.all(ids.map((id) => findStatus(app.reader, project_id, id)));
  return found.some((status) => status !== undefined);
}

async function beginDemo(tx: Tx, caller: Caller): Promise<Begun> {
  const { project_id } = caller;
  const known = await findDemo(tx, project_id);
  if (known) return { demo: known, isNew: false };
  const demo = { project_id, key_id: tx.newId('key'), action_ids: '[]', created_at: tx.now };
  if (!(await insertDemo(tx, demo))) return beginDemo(tx, caller); // another asked at the same time
  await createClosedKey(tx, { project_id, id: demo.key_id, name: AGENT_NAME });
  await recordAudit(tx, caller, { event: 'demo.started', entity_id: project_id, facts: { key_id: demo.key_id } });
  return { demo, isNew: true };
}

export function agentOf({ project_id, key_id }: DemoRow): KeyCaller {
  return { type: 'key', id: key_id, name: AGENT_NAME, project_id, scopes: ['actions'] };
}
