// Operations on the caller's project.

import type { Project, projectOperations } from '@countersign/contract';
import { type App, type Caller, demandFresh, type Handlers, isFresh } from '../../app.ts';
import { butSaved, Problem } from '../../base/problem.ts';
import { type Erasing, eraseProject } from './erase-project.ts';
import { exportProject } from './export-project.ts';
import { rotateWebhookSecret, updateProject } from './manage-project.ts';
import { concealSecret, viewProject } from './project.ts';
import { findProject } from './store.ts';

const ROTATED = 'Until previous_valid_until deliveries also carry a signature made with the previous secret.';

const NOT_PLANNED =
  'This was saved. Watchers with hours of their own may keep the old time zone until they have run: to save it again plans them anew.';

/** What the rooms above do when something changes here. */
export interface Above {
  readonly erasing: Erasing;
  zoneChanged(app: App, project_id: string): Promise<void>;
}

export const projectRoutes = ({ erasing, zoneChanged }: Above) =>
  ({
    getProject: async (app, caller) => {
      const project = await findProject(app.reader, caller.project_id);
      if (!project) throw new Problem('not_found');
      return { status: 200, body: shownTo(app, caller, viewProject(project)) };
    },
    updateProject: async (app, caller, { body }) => {
      // Who decides, what must be read, and for how long anything is kept: a browser that was left open must not undo that.
      if (body.settings !== undefined) demandFresh(app, caller);
      const project = await updateProject(app, caller, body);
      if (body.timezone !== undefined) await zoneChanged(app, project.id).catch(butSaved(NOT_PLANNED));
      if (body.settings?.retention_days !== undefined) app.wake('retention');
      return { status: 200, body: shownTo(app, caller, viewProject(project)) };
    },
    rotateWebhookSecret: async (app, caller) => {
      const { webhook_secret, previous_valid_until } = await rotateWebhookSecret(app, caller);
      return { status: 200, body: { webhook_secret, previous_valid_until, note: ROTATED } };
    },
    exportProject: async (app, caller, { signal }) => ({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="countersign-export.json"',
      },
      body: await app.calls.exporting(caller, signal(), () => exportProject(app, caller)),
    }),
    eraseProject: async (app, caller) => ({ status: 200, body: await eraseProject(app, caller, erasing) }),
  }) satisfies Handlers<typeof projectOperations>;

function shownTo(app: App, caller: Caller, project: Project): Project {
  return isFresh(app, caller) ? project : concealSecret(project);
}
