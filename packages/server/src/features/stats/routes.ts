// Operations on figures.

import type { statsOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { readStats, suggest } from './read-stats.ts';
import { readUsage } from './read-usage.ts';

export const statsRoutes = {
  getUsage: async (app, caller) => ({ status: 200, body: await readUsage(app, caller) }),
  getStats: async (app, caller, { query }) => ({ status: 200, body: await readStats(app, caller, query) }),
  listSuggestions: async (app, caller) => ({ status: 200, body: { items: await suggest(app, caller) } }),
} satisfies Handlers<typeof statsOperations>;
