// The unavoidable of a create: validate, digest, the action and its audit row in one commit, the record as answer.

import { hash } from 'node:crypto';
import { ActionCreate } from '@countersign/contract';
import { Compile } from 'typebox/compile';
import type { ActionRow, KeyRow } from '../../packages/server/src/storage/schema.ts';
import { auditRow, insertInto } from './insert.ts';
import { newId, nowSeconds } from './moment.ts';
import { recordOf } from './record.ts';
import type { FloorStorage } from './storage.ts';

const validator = Compile(ActionCreate);

const DEFAULT_EXPIRY_SECONDS = 259_200;

export async function create(storage: FloorStorage, caller: KeyRow, body: unknown): Promise<string> {
  if (!validator.Check(body)) throw new Error('The body does not fit.');
  const now = nowSeconds();
  const row = rowOf(caller, body, now);
  await storage.write(insertInto('actions', row, ' RETURNING id'), auditRow(caller, 'action.created', row.id, now));
  return recordOf(row);
}

function rowOf(caller: KeyRow, body: ActionCreate, now: number): ActionRow {
  const { kind, title, preview, target_url, editable = [], undo, idempotent } = body;
  const payload = body.payload === undefined ? null : JSON.stringify(body.payload);
  const digest = hash(
    'sha256',
    JSON.stringify({ editable, idempotent, kind, payload, preview, target_url, title, undo }),
    'hex',
  );
  return {
    project_id: caller.project_id,
    id: newId('act'),
    kind,
    title,
    preview_format: preview.format ?? 'plain',
    preview_body: preview.body,
    payload,
    target_url: target_url ?? null,
    callback_url: body.callback_url ?? null,
    expires_at: now + (body.expires_in ?? DEFAULT_EXPIRY_SECONDS),
    idempotency_key: body.idempotency_key ?? null,
    editable: JSON.stringify(editable),
    idempotent: idempotent === undefined ? null : idempotent ? 1 : 0,
    undo: undo ?? null,
    status: 'pending',
    created_at: now,
    updated_at: now,
    color: null,
    digest,
    untrusted: 0,
    created_by_type: 'key',
    created_by_id: caller.id,
    created_by_name: caller.name,
    approvals_required: 1,
    approvals_given: 0,
    step_up: 0,
    rule_id: null,
    slot: `same ${caller.id} ${digest}`,
    create_hash: digest,
    claim_id: null,
    claim_until: null,
    flags: '[]',
    calm: 1,
    snippet: preview.body.slice(0, 160),
    payload_bytes: payload === null ? null : Buffer.byteLength(payload),
    looks: null,
    written: null,
    settled_at: null,
  };
}
