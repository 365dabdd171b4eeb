// What handlers and sweeps both work with: made once, at the start.

import type { App } from '../app.ts';
import { openSenders } from '../features/channels/senders/senders.ts';
import { trackKeyUse } from '../features/keys/key-use.ts';
import { keepSecret } from '../features/people/credential-store.ts';
import type { Erasing } from '../features/project/erase-project.ts';
import { openPush } from '../features/push/open-push.ts';
import type { VapidKeys } from '../features/push/vapid.ts';
import { inTransaction } from '../storage/database.ts';
import { ERASING } from './handed-down.ts';

export interface Shared {
  readonly keyUse: ReturnType<typeof trackKeyUse>;
  readonly vapid: VapidKeys;
  /** What tokens in messages and mails are made with. */
  readonly secret: Buffer;
  readonly senders: ReturnType<typeof openSenders>;
  readonly erasing: Erasing;
}

/** `stopping`: given when the process is to end. */
export async function openShared(app: App, stopping: AbortSignal): Promise<Shared> {
  const vapid = await openPush(app);
  const secret = await inTransaction(app, keepSecret);
  const erasing = { ...ERASING, stopping };
  return { keyUse: trackKeyUse(app), vapid, secret, senders: openSenders(secret), erasing };
}
