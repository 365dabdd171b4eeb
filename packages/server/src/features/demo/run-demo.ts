// The demo agent at work: it waits for decisions on what it proposed, and carries out what is approved, as far as a demo
// can. It listens for each of its actions, so that its answer is there within the second.

import type { App } from '../../app.ts';
import { isRefusal } from '../../base/problem.ts';
import type { DemoRow } from '../../storage/schema.ts';
import { reportResult } from '../actions/report-result.ts';
import { findStatus } from '../actions/store.ts';
import { agentOf } from './start-demo.ts';
import { listDemos } from './store.ts';

const DONE = 'sent (demo)';

export function makeDemoSweep(): (app: App) => Promise<number> {
  const listening = new Map<string, () => void>();

  const forget = (id: string) => {
    listening.get(id)?.();
    listening.delete(id);
  };

  return async (app) => {
    const demos = await listDemos(app.reader);
    const open = new Set<string>();
    for (const demo of demos) {
      for (const id of JSON.parse(demo.action_ids) as string[]) {
        if (listening.has(id) === false)
          listening.set(
            id,
            app.hub.listen(id, () => app.wake('demo')),
          ); // before the look
        if (await isOpen(app, demo, id)) open.add(id);
      }
    }
    for (const id of listening.keys()) if (!open.has(id)) forget(id);
    return Number.POSITIVE_INFINITY; // until it is woken, or the safety net comes round
  };
}

/** False when there is nothing left to wait for. */
async function isOpen(app: App, demo: DemoRow, id: string): Promise<boolean> {
  const action = await findStatus(app.reader, demo.project_id, id);
  if (action?.status !== 'approved') return action?.status === 'pending';
  try {
    await reportResult(app, agentOf(demo), id, { status: 'executed', detail: DONE, payload: undefined });
  } catch (error) {
    if (!isRefusal(error)) throw error; // another instance was first, or it is gone
  }
  return false;
}
