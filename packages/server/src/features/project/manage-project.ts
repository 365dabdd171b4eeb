// Makes and changes projects.

import type { ProjectUpdate } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ProjectRow } from '../../storage/schema.ts';
import { operatorOf, recordAudit } from '../audit/record.ts';
import {
  changedSettings,
  checkTimezone,
  newWebhookSecret,
  replacedSecrets,
  SECRET_OVERLAP_SECONDS,
  settingsOf,
} from './project.ts';
import { insertProject, lockProject, saveProject } from './store.ts';

export async function createProject(tx: Tx, name: string): Promise<ProjectRow> {
  const project: ProjectRow = {
    id: tx.newId('prj'),
    name,
    timezone: 'UTC',
    webhook_secret: newWebhookSecret(tx.randomBytes(32)),
    previous_secret: null,
    previous_valid_until: null,
    settings: '{}',
    created_at: tx.now,
  };
  await insertProject(tx, project);
  await recordAudit(tx, operatorOf(project.id), { event: 'project.created', entity_id: project.id });
  return project;
}

export async function updateProject(app: App, caller: Caller, changes: ProjectUpdate): Promise<ProjectRow> {
  if (changes.timezone !== undefined) checkTimezone(changes.timezone);
  return inTransaction(app, async (tx) => {
    const project = await existingProject(tx, caller.project_id);
    const changed = {
      ...project,
      name: changes.name ?? project.name,
      timezone: changes.timezone ?? project.timezone,
      settings: JSON.stringify(changedSettings(settingsOf(project), changes.settings ?? {})),
    };
    await saveProject(tx, changed);
    const { must_read_kinds, ...settings } = changes.settings ?? {};
    await recordAudit(tx, caller, {
      event: 'project.updated',
      entity_id: project.id,
      facts: { changed: Object.keys(changes), ...(changes.settings && { settings }) },
      values: must_read_kinds && { must_read_kinds }, // words of one's own: they go with the project's data
    });
    return changed;
  });
}

/** Where there was none, nothing overlaps: what the server signed with until now is not the project's. */
export async function rotateWebhookSecret(app: App, caller: Caller) {
  return inTransaction(app, async (tx) => {
    const project = await existingProject(tx, caller.project_id);
    const overlap = project.webhook_secret === null ? 0 : SECRET_OVERLAP_SECONDS;
    const rotated = {
      ...project,
      webhook_secret: newWebhookSecret(tx.randomBytes(32)),
      previous_secret: replacedSecrets(project, tx.now),
      previous_valid_until: tx.now + overlap,
    };
    await saveProject(tx, rotated);
    await recordAudit(tx, caller, { event: 'project.secret_rotated', entity_id: project.id });
    return rotated;
  });
}

async function existingProject(tx: Tx, id: string): Promise<ProjectRow> {
  const project = await lockProject(tx, id);
  if (!project) throw new Problem('not_found');
  return project;
}
