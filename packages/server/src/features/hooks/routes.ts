// Operations for hooks.

import type { hookOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { askForTool } from './ask-for-tool.ts';

export const hookRoutes = {
  askForClaudeCode: async (app, caller, { body, query, sourceOf, signal }) => ({
    status: 200,
    body: await askForTool(app, caller, {
      event: body,
      input: sourceOf('tool_input') ?? '{}',
      wait: { seconds: query.wait ?? 0, signal },
      undecided: query.undecided ?? 'deny',
    }),
  }),
} satisfies Handlers<typeof hookOperations>;
