// INSERT statements from rows, and the audit row that goes with every change.

import type { AuditTableRow, KeyRow } from '../../packages/server/src/storage/schema.ts';
import { newId } from './moment.ts';
import type { Statement, Value } from './storage.ts';

const texts = new Map<string, string>();

/** The text is made once per table: all rows of a table have the same members in the same order. */
export function insertInto(table: string, row: object, more = ''): Statement {
  return { sql: texts.get(table) ?? makeText(table, Object.keys(row), more), values: Object.values(row) as Value[] };
}

function makeText(table: string, columns: readonly string[], more: string): string {
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})${more}`;
  texts.set(table, sql);
  return sql;
}

type NewAuditRow = Omit<AuditTableRow, 'seq' | 'hash' | 'commitment' | 'txid'>;

export function auditRow(caller: KeyRow, event: AuditTableRow['event'], entity_id: string, now: number): Statement {
  const row: NewAuditRow = {
    project_id: caller.project_id,
    id: newId('evt'),
    event,
    entity_id,
    actor_type: 'key',
    actor_id: caller.id,
    channel: null,
    data: null,
    created_at: now,
  };
  return insertInto('audit', row);
}
