// Someone asks for a webhook once more: the same bytes under the same id, now, outside its schedule.

import type { App, Caller } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import type { DeliveryRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { askedFor } from '../deliveries/asked.ts';
import { checkTarget } from '../deliveries/check-target.ts';
import { lockDelivery, saveDelivery } from '../deliveries/store.ts';
import { deliveryTopic } from '../deliveries/topic.ts';
import { saveCallback } from './store.ts';

export async function redeliverAction(
  app: App,
  caller: Caller,
  id: string,
  callback_url?: string,
): Promise<DeliveryRow> {
  if (callback_url !== undefined) await checkTarget(app, 'callback_url', callback_url);
  const queued = await inTransaction(app, async (tx) => {
    const { project_id } = caller;
    const delivery = await lockDelivery(tx, project_id, id);
    if (!delivery) throw new Problem('not_found');
    if (delivery.status === 'gone' && callback_url === undefined) {
      throw invalid('callback_url', 'is required: the receiver answered that it is gone');
    }
    const url = callback_url ?? delivery.url;
    const saved = await saveDelivery(tx, delivery, { url, host: new URL(url).host, ...askedFor(delivery, tx.now) });
    if (!saved) throw new Problem('not_found');
    if (callback_url !== undefined) await saveCallback(tx, project_id, id, callback_url);
    const facts = { delivery_id: delivery.id, new_address: callback_url !== undefined };
    await recordAudit(tx, caller, { event: 'action.redelivered', entity_id: id, facts });
    tx.announce(deliveryTopic(delivery));
    return saved;
  });
  app.wake('deliveries');
  return queued;
}
