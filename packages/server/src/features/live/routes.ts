// The stream of what happens.

import type { liveOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import type { Feeds } from './feeds.ts';

const HEADERS = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no', // a proxy that gathers text would hold events back
};

export const liveRoutes = (feeds: Feeds) =>
  ({
    streamEvents: async (app, caller, { headers, signal }) => {
      const call = app.calls.begin(caller, 'stream', signal());
      return { status: 200, headers: HEADERS, body: await feeds.follow(caller, headers['last-event-id'], call.signal) };
    },
  }) satisfies Handlers<typeof liveOperations>;
