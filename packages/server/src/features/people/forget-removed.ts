// Whoever is removed leaves their name, for what they decided bears it. It goes when that is erased; the id stays, so that no
// backup lets them in again.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { clearNamesOfRemoved } from './store.ts';

export async function forgetRemoved(app: App, project_id: string): Promise<void> {
  await inTransaction(app, (tx) => clearNamesOfRemoved(tx, project_id));
}
