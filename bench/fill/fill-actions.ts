// Fills a database with actions, straight into its tables: a million through the API would take an hour.

import { hash } from 'node:crypto';
import { idMaker } from '../../packages/server/src/base/id.ts';
import { piecesOf } from '../../packages/server/src/features/actions/searching/index-actions.ts';
import { searchableText } from '../../packages/server/src/features/actions/searching/search.ts';
import type { ActionRow, DecisionRow } from '../../packages/server/src/storage/schema.ts';
import type { SearchEntry } from '../../packages/server/src/storage/search.ts';
import { chanceFrom } from './chance.ts';
import { openBulk } from './open-bulk.ts';
import { proposalSource } from './plausible.ts';

const BATCH = 5000;
const MONTH_SECONDS = 30 * 86_400;

export interface Filling {
  /** How many of a hundred are decided already. */
  readonly decidedPercent: number;
  /** Whether the search index has them; one that has not would be looked for in vain. */
  readonly indexed: boolean;
}

interface Creator {
  readonly project_id: string;
  readonly id: string;
  readonly name: string;
}

interface Batch {
  readonly actions: readonly ActionRow[];
  readonly decisions: readonly DecisionRow[];
}

/** The database has its schema, a project and a key already: the actions are that key's. */
export async function fillActions(
  databaseUrl: string,
  count: number,
  filling: Filling = { decidedPercent: 80, indexed: true },
): Promise<void> {
  const bulk = await openBulk(databaseUrl);
  try {
    const [creator] = await bulk.all<Creator>('SELECT project_id, id, name FROM api_keys ORDER BY id LIMIT 1');
    if (!creator) throw new Error('The database has no key to create with.');
    await bulk.prepare();
    for (const batch of batchesOf(creator, count, filling)) {
      await bulk.transaction(async () => {
        // THE PLACE: whatever the server writes beside an action must be written here too, by the server's own code where
        // there is some.
        await bulk.insert('actions', batch.actions);
        await bulk.insert('decisions', batch.decisions);
        if (filling.indexed) await bulk.index(batch.actions.flatMap(entriesOf));
      });
    }
    await bulk.settle();
  } finally {
    await bulk.close();
  }
}

function entriesOf(action: ActionRow): SearchEntry[] {
  const { project_id, id: action_id } = action;
  return piecesOf(searchableText(action)).map((text, piece) => ({ project_id, action_id, piece, text }));
}

function* batchesOf(creator: Creator, count: number, { decidedPercent }: Filling): Generator<Batch> {
  const chance = chanceFrom(count);
  const nextProposal = proposalSource(count);
  const newId = idMaker(() => chance.below(2 ** 32) * 256);
  const endMs = Date.now();
  for (let made = 0; made < count; ) {
    const actions: ActionRow[] = [];
    const decisions: DecisionRow[] = [];
    for (; actions.length < BATCH && made < count; made++) {
      const atMs = endMs - Math.floor(((count - made) / count) * MONTH_SECONDS * 1000);
      const decided = chance.below(100) < decidedPercent;
      const action = actionRow(creator, nextProposal(), { id: newId('act', atMs), atMs, decided });
      actions.push(action);
      if (decided) decisions.push(decisionRow(creator, action, newId('dec', atMs)));
    }
    yield { actions, decisions };
  }
}

function actionRow(
  creator: Creator,
  { kind, title, preview, payload, editable = [] }: ReturnType<ReturnType<typeof proposalSource>>,
  { id, atMs, decided }: { id: string; atMs: number; decided: boolean },
): ActionRow {
  const created_at = Math.floor(atMs / 1000);
  const digest = hash('sha256', id, 'hex');
  return {
    project_id: creator.project_id,
    id,
    kind,
    title,
    preview_format: preview.format ?? 'plain',
    preview_body: preview.body,
    payload: payload === undefined ? null : JSON.stringify(payload),
    target_url: null,
    callback_url: null,
    expires_at: created_at + 2 * MONTH_SECONDS, // what is pending stays open while the bench runs
    idempotency_key: null,
    editable: JSON.stringify(editable),
    idempotent: null,
    undo: null,
    status: decided ? 'approved' : 'pending',
    created_at,
    updated_at: created_at,
    color: null,
    digest,
    untrusted: 0,
    created_by_type: 'key',
    created_by_id: creator.id,
    created_by_name: creator.name,
    approvals_required: 1,
    approvals_given: 0,
    step_up: 0,
    rule_id: null,
    slot: `same ${creator.id} ${digest}`,
    create_hash: digest,
    claim_id: null,
    claim_until: null,
    flags: '[]',
    calm: 1,
    snippet: preview.body.slice(0, 160),
    payload_bytes: payload === undefined ? null : Buffer.byteLength(JSON.stringify(payload)),
    looks: null,
    written: null,
    settled_at: decided ? created_at : null,
  };
}

function decisionRow(creator: Creator, { project_id, id: action_id, created_at }: ActionRow, id: string): DecisionRow {
  return {
    project_id,
    action_id,
    id,
    verdict: 'approve',
    decided_at: created_at,
    channel: 'api',
    decided_by_type: 'key',
    decided_by_id: creator.id,
    decided_by_name: creator.name,
    self_decided: 1,
    unread: 0,
    comment: null,
    edited_fields: '[]',
    final_title: null,
    final_format: null,
    final_body: null,
    final_target_url: null,
    final_payload: null,
    diff: null,
    receipt: '',
  };
}
