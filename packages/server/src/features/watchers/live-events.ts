// What people are told of watchers: that one is not what it was. The rest is read.

import type { AuditEvent, WatcherEvent } from '@countersign/contract';
import type { LiveSource } from '../live/source.ts';

const CHANGES: Partial<Record<AuditEvent, WatcherEvent['change']>> = {
  'watcher.created': 'created',
  'watcher.updated': 'updated',
  'watcher.deleted': 'deleted',
  'watcher.degraded': 'degraded',
  'watcher.recovered': 'recovered',
  'watcher.paused': 'paused',
};

export const watcherLiveEvents: LiveSource = {
  forPeople: true,
  tells: Object.fromEntries(Object.keys(CHANGES).map((event) => [event, 'watcher.updated' as const])),
  describe: async (_reader, _project_id, rows) =>
    rows.map(({ id: event_id, event, entity_id: id }): WatcherEvent | undefined => {
      const change = CHANGES[event];
      return change && { event_id, id, change };
    }),
};
