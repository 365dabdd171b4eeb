// What people are told in passing: how many actions wait, how a webhook fares, which version of the service this is.

import type { DeliveryEvent, VersionEvent } from '@countersign/contract';
import type { App } from '../../app.ts';
import { newestDelivery } from '../deliveries/store.ts';
import { deliveriesTopic } from '../deliveries/topic.ts';
import { viewDelivery } from '../deliveries/view.ts';
import type { AsideSource } from '../live/asides.ts';
import { countInbox } from './read-inbox.ts';

export function liveAsides(app: App, version: string): AsideSource {
  return {
    greeting() {
      const data: VersionEvent = { version, server_time: app.world.nowMs() };
      return { name: 'version', data: JSON.stringify(data) };
    },
    async standing(project_id) {
      return { name: 'counts', data: JSON.stringify(await countInbox(app, { project_id })) };
    },
    topic: deliveriesTopic,
    async describe(project_id, action_ids) {
      const deliveries = await Promise.all(action_ids.map((id) => newestDelivery(app.reader, project_id, id)));
      return deliveries.flatMap((delivery) => {
        if (!delivery) return []; // erased since
        const data: DeliveryEvent = { id: delivery.action_id, webhook_delivery: viewDelivery(delivery) };
        return [{ name: 'delivery.updated' as const, data: JSON.stringify(data) }];
      });
    },
  };
}
