// After a restore: a backup knows nothing of webhook secrets that were rotated since. With the one from before, every receiver
// refuses what it is sent; and one that had leaked would sign again.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import type { RotatedSecret } from '../../storage/restore.ts';
import { operatorOf, recordAudit } from '../audit/record.ts';
import { readRows } from '../audit/store.ts';
import { lockProject, saveProject } from './store.ts';

/** `since`: what the replaced database had. How many are kept of it; none whose last rotation the backup knows. */
export async function keepNewerSecrets(app: App, since: readonly RotatedSecret[]): Promise<number> {
  return inTransaction(app, async (tx) => {
    let kept = 0;
    for (const { rotation, ...secret } of since) {
      const { id } = secret;
      const project = await lockProject(tx, id);
      if (!project || project.webhook_secret === secret.webhook_secret) continue;
      if ((await readRows(tx, id, [rotation])).length > 0) continue; // the backup is the newer one
      await saveProject(tx, secret);
      await recordAudit(tx, operatorOf(id), { event: 'project.secret_rotated', entity_id: id });
      kept++;
    }
    return kept;
  });
}
