// A second project in a database, with a key of its own.

import { operatorOf } from '../../packages/server/src/features/audit/record.ts';
import { createKey } from '../../packages/server/src/features/keys/manage-keys.ts';
import { createProject } from '../../packages/server/src/features/project/manage-project.ts';
import { inTransaction } from '../../packages/server/src/storage/database.ts';
import { openBenchApp } from '../databases.ts';

/** No server may be on the database. */
export async function secondProject(databaseUrl: string): Promise<string> {
  const app = await openBenchApp(databaseUrl);
  const { key } = await inTransaction(app, async (tx) => {
    const { id } = await createProject(tx, 'Another');
    return createKey(tx, operatorOf(id), { name: 'Another', scopes: ['admin'] });
  });
  await app.storage.close();
  return key;
}
