// What channels ask about actions.

import type { App } from '../../app.ts';
import { canonical } from '../../base/canonical-json.ts';
import type { Tx } from '../../storage/database.ts';
import type { DecisionRow } from '../../storage/schema.ts';
import type { ToldAction, ToldDecision } from '../channels/above.ts';
import { settingsOf } from '../project/project.ts';
import { findProject } from '../project/store.ts';
import { isDecided, statusAt } from './action.ts';
import type { Counted } from './decide-action.ts';
import { mustRead } from './may-decide.ts';
import type { Decided } from './save-decision.ts';
import { findAction, findDecision, lockStatus, type StoredAction } from './store.ts';
import { inboxUrlOf } from './view.ts';

export async function actionsForChannels(
  app: App,
  project_id: string,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, ToldAction>> {
  const told = new Map<string, ToldAction>();
  const project = ids.length === 0 ? undefined : await findProject(app.reader, project_id);
  if (!project) return told;
  const settings = settingsOf(project);
  for (const id of ids) {
    const action = await findAction(app.reader, project_id, id);
    if (!action) continue;
    const decision = await decisionOf(app, action);
    if (!decision && isDecided(action)) continue; // what is no longer kept may go between the two looks
    const { created_by_type: type, created_by_id, created_by_name: name } = action;
    told.set(id, {
      id,
      kind: action.kind,
      title: action.title,
      created_by: { type, id: created_by_id, name },
      body: action.preview_body,
      snippet: action.snippet,
      payload: action.payload === null || settings.reveal_payload ? readable(action.payload) : undefined,
      target_url: action.target_url,
      undo: action.undo,
      idempotent: action.idempotent === null ? null : action.idempotent === 1,
      editable: JSON.parse(action.editable) as string[],
      untrusted: action.untrusted === 1,
      flagged: action.flags !== '[]',
      step_up: action.step_up === 1,
      must_read: mustRead(settings, action.kind),
      digest: action.digest,
      created_at: action.created_at,
      expires_at: action.expires_at,
      url: inboxUrlOf(app, id),
      status: statusAt(action, now),
      approvals: { required: action.approvals_required, given: action.approvals_given },
      decision,
    });
  }
  return told;
}

/** What a message shows is what it reads as: behind an escape there may be any word, and what hides in words is looked for there. */
function readable(payload: string | null): string | null {
  return payload?.includes('\\') ? canonical(payload) : payload;
}

async function decisionOf(app: App, action: StoredAction): Promise<ToldDecision | undefined> {
  const decision = await findDecision(app.reader, action);
  return decision && toldDecision(decision);
}

function toldDecision({ verdict, channel, comment, decided_at, ...decision }: DecisionRow): ToldDecision {
  const { decided_by_type: type, decided_by_id: id, decided_by_name: name } = decision;
  return { verdict, channel, comment, decided_at, by: { type, id, name }, edited: decision.edited_fields !== '[]' };
}

/** What a decision makes of an action that was told before. */
export function onceDecided(told: ToldAction, { action, decision }: Decided | Counted): ToldAction {
  const { status, approvals_required: required, approvals_given: given } = action;
  return { ...told, status, approvals: { required, given }, decision: decision && toldDecision(decision) };
}

export async function isUntouchedLocked(tx: Tx, project_id: string, action_id: string): Promise<boolean> {
  const row = await lockStatus(tx, project_id, action_id);
  return row !== undefined && statusAt(row, tx.now) === 'pending' && row.approvals_given === 0;
}
