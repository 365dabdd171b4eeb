// An action row as the JSON of the contract; the payload goes in by its text.

import type { ActionRow } from '../../packages/server/src/storage/schema.ts';

export function recordOf(row: ActionRow): string {
  const text = JSON.stringify({
    id: row.id,
    kind: row.kind,
    title: row.title,
    preview: { format: row.preview_format, body: row.preview_body },
    target_url: row.target_url ?? undefined,
    callback_url: row.callback_url ?? undefined,
    expires_in: row.expires_at - row.created_at,
    expires_at: row.expires_at,
    idempotency_key: row.idempotency_key ?? undefined,
    editable: JSON.parse(row.editable),
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    color: row.color,
    inbox_url: `http://127.0.0.1/a/${row.id}`,
    digest: row.digest,
    untrusted: row.untrusted === 1,
    created_by: { type: row.created_by_type, id: row.created_by_id, name: row.created_by_name },
    approvals: { required: row.approvals_required, given: row.status === 'approved' ? row.approvals_required : 0 },
  });
  return row.payload === null ? text : `${text.slice(0, -1)},"payload":${row.payload}}`;
}
