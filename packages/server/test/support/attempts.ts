// Waits for the attempts at a webhook to be written down.

import { setTimeout as rest } from 'node:timers/promises';
import type { Countersign } from '@countersign/sdk';
import { until } from './until.ts';

/**
 * After an outcome the sweep looks at once for what is due. A clock that is wound in the middle of that look makes it believe
 * that it stood still, and leave what it took to the next lease: nothing fails by it, but it costs half a minute.
 */
export const afterLook = () => rest(50);

/** The attempts, once there are so many, and the delivery as it stands then. */
export async function attempted(admin: Countersign, id: string, wanted: number) {
  const found = await until(async () => {
    const attempts = (await admin.listDeliveries(id)).items[0]?.attempts ?? [];
    const delivery = (await admin.getAction(id)).webhook_delivery;
    return attempts.length >= wanted && delivery && { attempts, delivery };
  }, `${wanted} attempts`);
  await afterLook();
  return found;
}
