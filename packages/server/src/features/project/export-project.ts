// Everything the service knows of a project, as one JSON value that is written while it is read.

import type { App, Caller } from '../../app.ts';
import { JsonText, writeJson } from '../../base/json-text.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { readTable } from './data-store.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { viewProject } from './project.ts';
import { findProject } from './store.ts';

const STEP = 100;

export async function exportProject(app: App, caller: Caller): Promise<AsyncGenerator<string>> {
  const project = await findProject(app.reader, caller.project_id);
  if (!project) throw new Problem('not_found');
  await inTransaction(app, (tx) => recordAudit(tx, caller, { event: 'project.exported', entity_id: project.id }));
  const { webhook_secret, ...shown } = viewProject(project);
  return written(app, project.id, shown);
}

async function* written(app: App, project_id: string, project: object): AsyncGenerator<string> {
  yield `{"exported_at":${Math.floor(app.world.nowMs() / 1000)},"project":${writeJson(project)}`;
  for (const [table, { section, key, columns }] of Object.entries(MANIFEST)) {
    if (typeof section !== 'string') continue;
    yield `,${JSON.stringify(section)}:[`;
    let comma = '';
    for (let after: string | number | undefined; ; ) {
      const rows = await readTable(app.reader, { table: table as keyof Manifest, key, project_id, after, limit: STEP });
      if (rows.length > 0) yield comma + rows.map((row) => writeJson(shownRow(row, columns))).join(',');
      comma = ',';
      if (rows.length < STEP) break;
      after = rows.at(-1)?.[key] as string | number;
    }
    yield ']';
  }
  yield '}\n';
}

function shownRow(row: Readonly<Record<string, unknown>>, columns: Readonly<Record<string, unknown>>): object {
  const shown: Record<string, unknown> = {};
  for (const [name, as] of Object.entries(columns)) {
    if (typeof as === 'string') shown[name] = shownValue(row[name], as);
  }
  return shown;
}

function shownValue(value: unknown, as: string): unknown {
  if (value === null || value === undefined) return null;
  if (as === 'json') return new JsonText(String(value));
  return as === 'bit' ? value === 1 : value;
}
