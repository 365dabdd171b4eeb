// The first start on an empty database makes one project and one admin key. Spec 5.6.

import type { Tx } from '../../storage/database.ts';
import { operatorOf } from '../audit/record.ts';
import { createProject } from '../project/manage-project.ts';
import { claimFirstStart } from '../project/store.ts';
import { createKey } from './manage-keys.ts';

export interface FirstStart {
  readonly project_id: string;
  readonly key: string;
}

/** Undefined on every later start, and for all but one of several instances that start at once. */
export async function firstStart(tx: Tx): Promise<FirstStart | undefined> {
  if (!(await claimFirstStart(tx))) return undefined;
  const project = await createProject(tx, 'My project');
  const { key } = await createKey(tx, operatorOf(project.id), { name: 'First admin key', scopes: ['admin'] });
  return { project_id: project.id, key };
}
