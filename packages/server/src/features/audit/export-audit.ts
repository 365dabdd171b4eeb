// The whole audit log, or what a filter leaves of it, as a stream: NDJSON that can be verified, or CSV for a spreadsheet.

import type { AuditRow } from '@countersign/contract';
import { type App, nowOf } from '../../app.ts';
import { writeJson } from '../../base/json-text.ts';
import { readCheckpoints } from './chain-store.ts';
import { type AuditQuestion, filterOf } from './read-audit.ts';
import { type FoundAuditRow, readAudit, readChain, readRest } from './store.ts';
import { viewAuditRow, viewProof } from './view.ts';

const STEP = 500;
/** Rows that are not sealed yet are read in one go, so that none is sealed between two reads and lost. */
const MAX_REST = 5000;
const WAIT_MS = 50;
const MAX_WAITS = 200;

export function exportAudit(
  app: App,
  project_id: string,
  { format, ...question }: AuditQuestion & { format: 'json' | 'csv' },
): AsyncGenerator<string> {
  if (format === 'csv') return exportTable(app, project_id, question);
  const isWhole = Object.values(question).every((asked) => asked === undefined);
  return isWhole ? exportChain(app, project_id) : exportRows(app, project_id, question);
}

async function* exportTable(app: App, project_id: string, question: AuditQuestion): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  for await (const rows of pagesOf(app, project_id, question)) {
    yield rows.map((row) => csvLine(viewAuditRow(row))).join('');
  }
}

async function* exportRows(app: App, project_id: string, question: AuditQuestion): AsyncGenerator<string> {
  for await (const rows of pagesOf(app, project_id, question))
    yield rows.map((row) => line(viewAuditRow(row))).join('');
}

async function* pagesOf(app: App, project_id: string, question: AuditQuestion): AsyncGenerator<FoundAuditRow[]> {
  const filter = filterOf(project_id, question);
  for (let after: string | undefined; ; ) {
    const rows = await readAudit(app.reader, filter, { order: 'asc', after, limit: STEP });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id;
  }
}

/**
 * The rows in the order of the chain, each with what its hash covers; after a row the checkpoint that was signed there; and
 * at the end one signed now, so that a signature covers every sealed row of the file. Rows without a place come last.
 */
async function* exportChain(app: App, project_id: string): AsyncGenerator<string> {
  let end = { seq: 0, hash: '' };
  let signed = 0;
  for (let waits = 0; ; ) {
    const page = await readChain(app.reader, project_id, end.seq, STEP);
    const rows = page.length === STEP ? page : await readRest(app.reader, project_id, end.seq, MAX_REST);
    const sealed = rows.filter(({ seq }) => seq !== null);
    const upTo = sealed.at(-1)?.seq ?? end.seq;
    const checkpoints = await readCheckpoints(app.reader, project_id, { after: end.seq, upTo, limit: MAX_REST });
    const notes = new Map(checkpoints.map(({ seq, note }) => [seq, note]));
    yield sealed.map((row) => provenLine(row) + noteLine(notes.get(row.seq ?? 0))).join('');
    end = { seq: upTo, hash: sealed.at(-1)?.hash ?? end.hash };
    signed = checkpoints.at(-1)?.seq ?? signed;
    if (page.length === STEP) continue;

    const isAll = rows.length < MAX_REST || waits++ === MAX_WAITS;
    if (!isAll) {
      await app.world.sleep(WAIT_MS); // the sealer is at it
      continue;
    }
    if (signed < end.seq) yield noteLine(app.signer.checkpoint({ project_id, ...end, at: nowOf(app) }));
    yield rows
      .filter(({ seq }) => seq === null)
      .map(provenLine)
      .join('');
    return;
  }
}

const line = (value: object) => `${writeJson(value)}\n`;
const provenLine = (row: FoundAuditRow) => line({ ...viewAuditRow(row), proof: viewProof(row) });
const noteLine = (note: string | undefined) => (note === undefined ? '' : line({ checkpoint: note }));

const CSV_COLUMNS = [
  'id',
  'seq',
  'event',
  'entity_id',
  'actor_type',
  'actor_id',
  'actor_name',
  'channel',
  'data',
  'created_at',
  'hash',
];

function csvLine({ actor, data, ...row }: AuditRow): string {
  const cells = [
    row.id,
    row.seq,
    row.event,
    row.entity_id,
    actor?.type,
    actor?.id,
    actor?.name,
    row.channel,
    data && JSON.stringify(data),
    row.created_at,
    row.hash,
  ];
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
}

/** A spreadsheet must not take text for a formula. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
