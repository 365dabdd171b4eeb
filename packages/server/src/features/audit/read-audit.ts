// Reads the audit log by page, newest first.

import { AUDIT_EVENTS, type AuditRow } from '@countersign/contract';
import type { App } from '../../app.ts';
import { type Page, pageOf, readCursor } from '../../storage/page.ts';
import { type AuditFilter, readAudit } from './store.ts';
import { viewAuditRow } from './view.ts';

/** What a caller may ask for; `type` is an event or a beginning that ends in a dot. */
export interface AuditQuestion extends Omit<AuditFilter, 'events' | 'project_id'> {
  readonly type?: string | undefined;
}

export function filterOf(project_id: string, { type, ...rest }: AuditQuestion): AuditFilter {
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
