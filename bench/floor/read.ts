// The unavoidable of reading: one select, JSON out. A search's floor is its page fetched by ids that are already known.

import type { ActionRow, KeyRow } from '../../packages/server/src/storage/schema.ts';
import { recordOf } from './record.ts';
import type { FloorStorage } from './storage.ts';

const PAGE = 50;

const SELECT_ONE = 'SELECT * FROM actions WHERE project_id = ? AND id = ?';
const SELECT_PAGE = `SELECT * FROM actions WHERE project_id = ? ORDER BY id DESC LIMIT ${PAGE + 1}`;

export async function readOne(storage: FloorStorage, caller: KeyRow, id: string): Promise<string> {
  const [row] = await storage.read<ActionRow>({ sql: SELECT_ONE, values: [caller.project_id, id] });
  if (!row) throw new Error('No such action.');
  return recordOf(row);
}

export async function readPage(storage: FloorStorage, caller: KeyRow): Promise<string> {
  return pageOf(await storage.read<ActionRow>({ sql: SELECT_PAGE, values: [caller.project_id] }));
}

export async function readKnown(storage: FloorStorage, caller: KeyRow, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return pageOf([]);
  const sql = `SELECT * FROM actions WHERE project_id = ? AND id IN (${ids.map(() => '?').join(', ')}) ORDER BY id DESC`;
  return pageOf(await storage.read<ActionRow>({ sql, values: [caller.project_id, ...ids] }));
}

function pageOf(rows: readonly ActionRow[]): string {
  const items = rows.slice(0, PAGE).map(recordOf);
  return `{"items":[${items.join(',')}],"has_more":${rows.length > PAGE},"next_cursor":null}`;
}
