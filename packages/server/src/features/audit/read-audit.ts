// Reads the audit log: by page, newest first, or whole, oldest first.

import { AUDIT_EVENTS, type AuditRow } from '@countersign/contract';
import type { App } from '../../app.ts';
import { writeJson } from '../../base/json-text.ts';
import { type Page, pageOf, readCursor } from '../../storage/page.ts';
import { type AuditFilter, type FoundAuditRow, readAudit } from './store.ts';

const EXPORT_STEP = 500;

/** What a caller may ask for; `type` is an event or a beginning that ends in a dot. */
export interface AuditQuestion extends Omit<AuditFilter, 'events' | 'project_id'> {
  readonly type?: string | undefined;
}

function filterOf(project_id: string, { type, ...rest }: AuditQuestion): AuditFilter {
  const events = AUDIT_EVENTS.filter((event) => (type?.endsWith('.') ? event.startsWith(type) : event === type));
  return { ...rest, project_id, events: type === undefined ? undefined : events };
}

export async function listAudit(
  app: App,
  project_id: string,
  { limit = 50, cursor, ...question }: AuditQuestion & { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<AuditRow>> {
  const list = `audit ${project_id}`;
  const after = readCursor(cursor, list);
  const rows = await readAudit(app.reader, filterOf(project_id, question), { order: 'desc', after, limit: limit + 1 });
  return pageOf(rows.map(viewAuditRow), limit, list);
}

export async function* exportAudit(
  app: App,
  project_id: string,
  { format, ...question }: AuditQuestion & { format: 'json' | 'csv' },
): AsyncGenerator<string> {
  const filter = filterOf(project_id, question);
  if (format === 'csv') yield `${CSV_COLUMNS.join(',')}\r\n`;
  for (let after: string | undefined; ; ) {
    const rows = await readAudit(app.reader, filter, { order: 'asc', after, limit: EXPORT_STEP });
    if (rows.length === 0) return;
    yield rows
      .map((row) => (format === 'csv' ? csvLine(viewAuditRow(row)) : `${writeJson(viewAuditRow(row))}\n`))
      .join('');
    after = rows.at(-1)?.id;
  }
}

function viewAuditRow(row: FoundAuditRow): AuditRow {
  const { named_channel: channel = row.channel, ...values } = parsed(row.value);
  const data = { ...parsed(row.data), ...values };
  return {
    id: row.id,
    ...(row.seq === null ? {} : { seq: row.seq }),
    event: row.event,
    entity_id: row.entity_id,
    ...(row.entity_id.startsWith('act_') ? { action_id: row.entity_id } : {}),
    ...(row.actor_type === null || row.actor_id === null
      ? {}
      : { actor: { type: row.actor_type, id: row.actor_id, name: row.key_name ?? row.reviewer_name ?? row.actor_id } }),
    ...(typeof channel === 'string' ? { channel } : {}),
    ...(Object.keys(data).length === 0 ? {} : { data }),
    created_at: row.created_at,
    ...(row.hash === null ? {} : { hash: row.hash }),
  };
}

function parsed(text: string | null): Record<string, unknown> {
  return text === null ? {} : JSON.parse(text);
}

const CSV_COLUMNS = [
  'id',
  'seq',
  'event',
  'entity_id',
  'actor_type',
  'actor_id',
  'actor_name',
  'channel',
  'data',
  'created_at',
  'hash',
];

function csvLine({ actor, data, ...row }: AuditRow): string {
  const cells = [
    row.id,
    row.seq,
    row.event,
    row.entity_id,
    actor?.type,
    actor?.id,
    actor?.name,
    row.channel,
    data && JSON.stringify(data),
    row.created_at,
    row.hash,
  ];
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
}

/** A spreadsheet must not take text for a formula. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
