// A database with two projects and their keys, made once and copied for every seed.

import { join } from 'node:path';
import type { Caller } from '../../src/app.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { createKey } from '../../src/features/keys/manage-keys.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { randomOf } from './random.ts';
import { startTime } from './time.ts';
import { simulatedWorld } from './world.ts';

export interface Template {
  readonly folder: string;
  readonly file: string;
  /** Several of one project, one of another. */
  readonly callers: readonly Caller[];
}

export async function makeTemplate(folder: string): Promise<Template> {
  const file = join(folder, 'template.db');
  const world = simulatedWorld(startTime(), randomOf(0));
  const storage = openSqlite(file, world, { exclusive: true });
  const callers = await storage.transaction(async (tx) => {
    const ours = await createProject(tx, 'Ours');
    const theirs = await createProject(tx, 'Theirs');
    const callerOf = async (project_id: string, name: string): Promise<Caller> => {
      const { id, scopes } = await createKey(tx, operatorOf(project_id), { name, scopes: ['actions'] });
      return { type: 'key', id, name, project_id, scopes };
    };
    return [
      await callerOf(ours.id, 'one'),
      await callerOf(ours.id, 'two'),
      await callerOf(ours.id, 'three'),
      await callerOf(theirs.id, 'stranger'),
    ];
  });
  await storage.close();
  return { folder, file, callers };
}
