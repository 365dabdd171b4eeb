// Operations on the demo.

import type { demoOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { endDemo } from './end-demo.ts';
import { startDemo } from './start-demo.ts';
import { findDemo } from './store.ts';

export const demoRoutes = {
  startDemo: async (app, caller) => {
    const { action_ids, isNew } = await startDemo(app, caller);
    return { status: isNew ? 201 : 200, body: { action_ids } };
  },
  getDemo: async (app, caller) => {
    const demo = await findDemo(app.reader, caller.project_id);
    return { status: 200, body: { action_ids: demo ? (JSON.parse(demo.action_ids) as string[]) : [] } };
  },
  endDemo: async (app, caller) => {
    await endDemo(app, caller);
    return { status: 204, body: null };
  },
} satisfies Handlers<typeof demoOperations>;
