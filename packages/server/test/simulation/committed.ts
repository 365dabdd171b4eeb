// The committed state, read straight from the file by a connection of the harness.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { ChannelSendRow } from '../../src/storage/channel-rows.ts';
import type {
  ActionRow,
  ApprovalRow,
  AttemptRow,
  AuditTableRow,
  DecisionRow,
  DeliveryRow,
  ResultRow,
} from '../../src/storage/schema.ts';

export const TABLES = [
  'server_facts',
  'projects',
  'api_keys',
  'actions',
  'decisions',
  'results',
  'audit',
  'audit_values',
  'deliveries',
  'delivery_attempts',
  'approvals',
  'holds',
  'rules',
  'rule_hits',
  'notification_channels',
  'channel_sends',
  'search_pending',
  'watchers',
  'watcher_items',
  'watcher_runs',
  'watcher_sources',
  'watcher_hosts',
  'erasures',
];

/** What can change of an action. */
export type ActionLine = Pick<ActionRow, 'id' | 'status' | 'claim_id' | 'approvals_given'> & { readonly rowid: number };

export type SealedRow = AuditTableRow & { readonly seq: number; readonly hash: string };

export interface Committed {
  /** One writer at a time: what was committed before a transaction was known to it from its beginning. */
  readonly inOrder: boolean;
  /** Whether anything was committed since the last time of asking. */
  changed(): boolean;
  /** As of one moment, which is also quicker: every look by itself asks the file for leave. */
  atOnce(look: () => void): void;
  /** In the order of their insertion. */
  lines(): readonly ActionLine[];
  /** Actions of which the audit log says after this row that someone holds a decision, or what became of it. */
  heldSince(rowid: number): readonly { readonly rowid: number; readonly action: number }[];
  action(id: string): ActionRow | undefined;
  decision(id: string): DecisionRow | undefined;
  decisions(): readonly DecisionRow[];
  result(id: string): ResultRow | undefined;
  results(): readonly ResultRow[];
  /** Deliveries in the order of their insertion. */
  deliveries(): readonly DeliveryRow[];
  delivery(id: string): DeliveryRow | undefined;
  deliveriesOf(action_id: string): readonly DeliveryRow[];
  /** In the order in which they were written down. */
  attempts(delivery_id: string): readonly AttemptRow[];
  /** Who has asked for the webhook of the action once more, by the audit log. */
  redeliveries(action_id: string): readonly { readonly actor_id: string }[];
  /** Who has claimed the action, by the audit log. */
  claims(id: string): readonly { readonly actor_id: string; readonly data: string }[];
  messages(): readonly ChannelSendRow[];
  message(id: string): ChannelSendRow | undefined;
  /** The project with a channel that hears of things. */
  listening(): string | undefined;
  approvals(action_id: string): readonly ApprovalRow[];
  /** Rows of the audit log that have their place in the chain, by project and place. */
  sealed(): readonly SealedRow[];
  /** Those of one project beyond a place. */
  sealedAfter(project_id: string, seq: number): readonly SealedRow[];
  /** There are no others during a run. */
  readonly projects: readonly string[];
  auditRows(): number;
  /** Those about actions. */
  auditRowsOf(project_id: string): number;
  query(sql: string, ...parameters: SQLInputValue[]): readonly Readonly<Record<string, unknown>>[];
  /** Everything, as one text. */
  dump(): string;
  close(): void;
}

const HELD_SINCE = `
  SELECT u.rowid, a.rowid AS action FROM audit u JOIN actions a ON a.project_id = u.project_id AND a.id = u.entity_id
  WHERE u.rowid > ? AND u.event IN ('action.held', 'action.hold_undone', 'action.hold_lost') ORDER BY u.rowid`;

export function openCommitted(file: string): Committed {
  return committedIn(new DatabaseSync(file, { readOnly: true }));
}

export function committedIn(db: DatabaseSync): Committed {
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const all = <Row>(sql: string, ...parameters: SQLInputValue[]): Row[] => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...parameters) as Row[];
  };
  let version = -1;

  return {
    inOrder: true,
    changed() {
      const [now] = all<{ data_version: number }>('PRAGMA data_version');
      const changed = now?.data_version !== version;
      version = now?.data_version ?? -1;
      return changed;
    },
    atOnce(look) {
      db.exec('BEGIN');
      try {
        look();
      } finally {
        db.exec('COMMIT');
      }
    },
    lines: () => all('SELECT rowid, id, status, claim_id, approvals_given FROM actions ORDER BY rowid'),
    heldSince: (rowid) => all(HELD_SINCE, rowid),
    action: (id) => all<ActionRow>('SELECT * FROM actions WHERE id = ?', id)[0],
    decision: (id) => all<DecisionRow>('SELECT * FROM decisions WHERE action_id = ?', id)[0],
    decisions: () => all('SELECT * FROM decisions'),
    result: (id) => all<ResultRow>('SELECT * FROM results WHERE action_id = ?', id)[0],
    results: () => all('SELECT * FROM results'),
    deliveries: () => all('SELECT * FROM deliveries ORDER BY rowid'),
    delivery: (id) => all<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id)[0],
    deliveriesOf: (action_id) => all('SELECT * FROM deliveries WHERE action_id = ?', action_id),
    attempts: (delivery_id) => all('SELECT * FROM delivery_attempts WHERE delivery_id = ? ORDER BY rowid', delivery_id),
    redeliveries: (id) => all(`SELECT actor_id FROM audit WHERE entity_id = ? AND event = 'action.redelivered'`, id),
    claims: (id) => all(`SELECT actor_id, data FROM audit WHERE entity_id = ? AND event = 'action.claimed'`, id),
    messages: () => all('SELECT * FROM channel_sends ORDER BY rowid'),
    message: (id) => all<ChannelSendRow>('SELECT * FROM channel_sends WHERE id = ?', id)[0],
    listening: () =>
      all<{ project_id: string }>('SELECT project_id FROM notification_channels WHERE enabled = 1')[0]?.project_id,
    approvals: (action_id) => all('SELECT * FROM approvals WHERE action_id = ?', action_id),
    projects: all<{ id: string }>('SELECT id FROM projects ORDER BY id').map(({ id }) => id),
    sealedAfter: (project_id, seq) =>
      all('SELECT * FROM audit WHERE project_id = ? AND seq > ? ORDER BY seq', project_id, seq),
    sealed: () => all('SELECT * FROM audit WHERE seq IS NOT NULL ORDER BY project_id, seq'),
    auditRows: () => all<{ rows: number }>('SELECT count(*) AS rows FROM audit')[0]?.rows ?? 0,
    auditRowsOf: (project_id) =>
      all(`SELECT id FROM audit WHERE project_id = ? AND event LIKE 'action.%'`, project_id).length,
    query: all,
    dump: () => JSON.stringify(TABLES.map((table) => all(`SELECT * FROM ${table} ORDER BY rowid`))),
    close() {
      if (db.isOpen) db.close();
    },
  };
}
