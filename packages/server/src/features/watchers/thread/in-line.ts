// The app, for one project: what it has done in threads waits in that project's line.

import type { App } from '../../../app.ts';
import type { Think } from '../../../world/threads.ts';

/** Someone waits with an open request: so long, and no longer. */
const HASTY_MS = 5000;

/** Of an app that is in a line already, another. */
export function inLineOf(app: App, line: string, { hasty = false } = {}): App {
  const think: Think = (module, input, how) =>
    app.world.think(module, input, {
      deadlineMs: hasty ? Math.min(HASTY_MS, how.deadlineMs) : how.deadlineMs,
      line: how.line ?? line,
      hasty: how.hasty ?? hasty,
    });
  return { ...app, world: { ...app.world, think } };
}
