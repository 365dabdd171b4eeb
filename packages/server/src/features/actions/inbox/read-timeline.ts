// The story of an action, oldest first: what the log says of it, who looked, and what was sent to its callback.

import type { TimelineItem } from '@countersign/contract';
import type { App, Caller } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import { listAudit } from '../../audit/read-audit.ts';
import { listAttempts, listDeliveries } from '../../deliveries/store.ts';
import { viewAttempt } from '../../deliveries/view.ts';
import { findStatus } from '../store.ts';
import { listLooks } from './looking-store.ts';

/** An action has a handful of events; who holds and undoes for ever sees the newest of them. */
const MOST_EVENTS = 200;

export async function readTimeline(app: App, { project_id }: Caller, id: string): Promise<TimelineItem[]> {
  if (!(await findStatus(app.reader, project_id, id))) throw new Problem('not_found');
  const { items: rows } = await listAudit(app, project_id, { entity_id: id, limit: MOST_EVENTS });
  const events = rows.toReversed().map(({ created_at, event, actor, channel, data }) => ({
    at: created_at,
    event,
    ...(actor === undefined ? {} : { actor }),
    ...(channel === undefined ? {} : { channel }),
    ...(data === undefined ? {} : { data }),
  }));
  const all = [...events, ...(await looks(app, project_id, id)), ...(await attempts(app, project_id, id))];
  return all.toSorted((a, b) => a.at - b.at);
}

/** Once for each who did. */
async function looks(app: App, project_id: string, id: string): Promise<TimelineItem[]> {
  return (await listLooks(app.reader, project_id, id)).map((look) => ({
    at: look.first_at,
    event: 'action.seen',
    actor: { type: 'reviewer', id: look.reviewer_id, name: look.reviewer_name },
    data: { ms: look.ms, end: look.read_end === 1 },
  }));
}

async function attempts(app: App, project_id: string, id: string): Promise<TimelineItem[]> {
  const deliveries = await listDeliveries(app.reader, project_id, id);
  const logs = deliveries.map(async ({ id: delivery_id }) =>
    (await listAttempts(app.reader, project_id, delivery_id)).map(viewAttempt).map(({ at, ...attempt }) => ({
      at,
      event: 'delivery.attempted',
      data: { delivery_id, ...attempt },
    })),
  );
  return (await Promise.all(logs)).flat();
}
