// Operations on the audit log.

import type { auditOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { exportAudit, listAudit } from './read-audit.ts';

const MEDIA = { json: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };

export const auditRoutes = {
  listAudit: async (app, caller, { query }) => ({ status: 200, body: await listAudit(app, caller.project_id, query) }),
  exportAudit: async (app, caller, { query: { format = 'json', ...question } }) => ({
    status: 200,
    headers: { 'content-type': MEDIA[format] },
    body: exportAudit(app, caller.project_id, { ...question, format }),
  }),
} satisfies Handlers<typeof auditOperations>;
