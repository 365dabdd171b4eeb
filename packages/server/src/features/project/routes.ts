// Operations on the caller's project.

import type { projectOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { rotateWebhookSecret, updateProject } from './manage-project.ts';
import { viewProject } from './project.ts';
import { findProject } from './store.ts';

const ROTATED = 'Until previous_valid_until deliveries also carry a signature made with the previous secret.';

export const projectRoutes = {
  getProject: async (app, caller) => {
    const project = await findProject(app.reader, caller.project_id);
    if (!project) throw new Problem('not_found');
    return { status: 200, body: viewProject(project) };
  },
  updateProject: async (app, caller, { body }) => ({
    status: 200,
    body: viewProject(await updateProject(app, caller, body)),
  }),
  rotateWebhookSecret: async (app, caller) => {
    const { webhook_secret, previous_valid_until } = await rotateWebhookSecret(app, caller);
    return { status: 200, body: { webhook_secret, previous_valid_until: previous_valid_until ?? 0, note: ROTATED } };
  },
} satisfies Handlers<typeof projectOperations>;
