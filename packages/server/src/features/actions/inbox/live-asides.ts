// What people are told in passing: how many actions wait, how a webhook fares, who looks at what, which version of the service this is.

import type { DeliveryEvent, PresenceEvent, VersionEvent } from '@countersign/contract';
import { type App, nowOf } from '../../../app.ts';
import { newestDelivery } from '../../deliveries/store.ts';
import { deliveriesTopic } from '../../deliveries/topic.ts';
import { viewDelivery } from '../../deliveries/view.ts';
import type { AsideSource, Said } from '../../live/asides.ts';
import { viewLooking } from './inbox-view.ts';
import { presenceTopic } from './look-at.ts';
import { findLooking } from './looking-store.ts';
import { countInbox } from './read-inbox.ts';

export function liveAsides(app: App, version: string): AsideSource {
  return {
    greeting() {
      const data: VersionEvent = { version, server_time: app.storage.nowMs() };
      return { name: 'version', data: JSON.stringify(data) };
    },
    async standing(project_id) {
      return { name: 'counts', data: JSON.stringify(await countInbox(app, project_id)) };
    },
    topics: (project_id) => [deliveriesTopic(project_id), presenceTopic(project_id)],
    async describe(project_id, topic, action_ids) {
      return topic === presenceTopic(project_id)
        ? lookedAt(app, project_id, action_ids)
        : delivered(app, project_id, action_ids);
    },
  };
}

async function delivered(app: App, project_id: string, action_ids: readonly string[]): Promise<Said[]> {
  const deliveries = await Promise.all(action_ids.map((id) => newestDelivery(app.reader, project_id, id)));
  return deliveries.flatMap((delivery) => {
    if (!delivery) return []; // erased since
    const data: DeliveryEvent = { id: delivery.action_id, webhook_delivery: viewDelivery(delivery) };
    return [{ name: 'delivery.updated' as const, data: JSON.stringify(data) }];
  });
}

async function lookedAt(app: App, project_id: string, ids: readonly string[]): Promise<Said[]> {
  const looking = await findLooking(app.reader, project_id, { ids, now: nowOf(app) });
  return ids.map((id) => {
    const data: PresenceEvent = { id, looking: viewLooking(looking.get(id) ?? []) };
    return { name: 'presence', data: JSON.stringify(data) };
  });
}
