// The server's own keys for push: made at the first start, kept in storage, shared by all instances, never shown.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { keepVapidKeys } from './store.ts';
import { type VapidKeys, vapidKeysFrom } from './vapid.ts';

export async function openPush(app: Pick<App, 'storage'>): Promise<VapidKeys> {
  return inTransaction(app, (tx) => keepVapidKeys(tx, vapidKeysFrom(tx.randomBytes(32))));
}
