// Everything the service knows of a project, as one JSON value that is written while it is read.

import { type App, type Caller, nowOf } from '../../app.ts';
import { JsonText, writeJson } from '../../base/json-text.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { readTable } from './data-store.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { viewProject } from './project.ts';
import { findProject } from './store.ts';

/** Rows read at once, and what they may come to: a row may be as large as an action. */
const MOST_ROWS = 50;
const READ_AT_ONCE = 500_000;
/** Written at once: what is longer is kept where memory is given back late. */
const WRITTEN_AT_ONCE = 32_768;

export async function exportProject(app: App, caller: Caller): Promise<AsyncGenerator<string>> {
  const project = await findProject(app.reader, caller.project_id);
  if (!project) throw new Problem('not_found');
  await inTransaction(app, (tx) => recordAudit(tx, caller, { event: 'project.exported', entity_id: project.id }));
  const { webhook_secret, ...shown } = viewProject(project);
  return written(app, project.id, shown);
}

async function* written(app: App, project_id: string, project: object): AsyncGenerator<string> {
  yield `{"exported_at":${nowOf(app)},"project":${writeJson(project)}`;
  for (const [table, { section, key, columns }] of Object.entries(MANIFEST)) {
    if (typeof section !== 'string') continue;
    yield `,${JSON.stringify(section)}:[`;
    let comma = '';
    let text = '';
    let limit = MOST_ROWS;
    for (let after: string | number | undefined; ; ) {
      const rows = await readTable(app.reader, { table: table as keyof Manifest, key, project_id, after, limit });
      let size = 0;
      for (const row of rows) {
        const written = writeJson(shownRow(row, columns));
        size += written.length;
        text += comma + written;
        comma = ',';
        if (text.length < WRITTEN_AT_ONCE) continue;
        yield text;
        text = '';
      }
      if (rows.length < limit) break;
      after = rows.at(-1)?.[key] as string | number;
      limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((READ_AT_ONCE * rows.length) / size)));
    }
    yield `${text}]`;
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
