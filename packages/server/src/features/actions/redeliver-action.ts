// Someone asks for a webhook once more: the same bytes under the same id, now, outside its schedule.

import type { App, Caller } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { DeliveryRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { askedFor } from '../deliveries/asked.ts';
import { checkTarget } from '../deliveries/check-target.ts';
import { lockDelivery, saveDelivery } from '../deliveries/store.ts';
import { deliveryTopic } from '../deliveries/topic.ts';
import { findAction, saveCallback } from './store.ts';

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
    if (delivery.status === 'gone' && callback_url === undefined && !(await hasCallback(tx, project_id, id))) {
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

/** Another address in the place of the one that was gone: it may have failed, and is there to be asked again. */
async function hasCallback(tx: Tx, project_id: string, id: string): Promise<boolean> {
  const action = await findAction(tx, project_id, id);
  return action !== undefined && action.callback_url !== null;
}
