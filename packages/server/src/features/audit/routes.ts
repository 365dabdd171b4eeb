// Operations on the audit log.

import type { auditOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './read-audit.ts';
import { type Verifier, viewVerification } from './verify-audit.ts';

const MEDIA = { json: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };

export const auditRoutes = ({ verify }: Verifier) =>
  ({
    listAudit: async (app, caller, { query }) => ({
      status: 200,
      body: await listAudit(app, caller.project_id, query),
    }),
    exportAudit: async (app, caller, { query: { format = 'json', ...question }, signal }) => ({
      status: 200,
      headers: { 'content-type': MEDIA[format] },
      body: await app.calls.exporting(caller, signal(), async () =>
        exportAudit(app, caller.project_id, { ...question, format }),
      ),
    }),
    verifyAudit: async (app, caller, { signal }) => ({
      status: 200,
      body: viewVerification(await verify(app, caller.project_id, signal())),
    }),
  }) satisfies Handlers<typeof auditOperations>;
