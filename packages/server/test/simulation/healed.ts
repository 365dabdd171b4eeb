// After the last fault: everything that was ever acknowledged can be read through the use-cases, and work goes on.

import type { Caller } from '../../src/app.ts';
import { claimAction } from '../../src/features/actions/claim-action.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { digestOf } from '../../src/features/actions/digest.ts';
import { listActions, readAction } from '../../src/features/actions/read-actions.ts';
import { reportResult } from '../../src/features/actions/report-result.ts';
import { listAudit } from '../../src/features/audit/read-audit.ts';
import { readUsage } from '../../src/features/stats/read-usage.ts';
import type { ActionRow } from '../../src/storage/schema.ts';
import { judgeStatus } from './judge.ts';
import { checkLiveness } from './liveness.ts';
import { type Model, markOf, type Op } from './model.ts';
import type { Answer, Sim } from './sim.ts';
import { checkWhole } from './take-in.ts';
import { promise, Violation } from './violation.ts';

export async function checkEnd(sim: Sim): Promise<void> {
  await checkLiveness(sim);
  checkAuthors(sim);
  checkWhole(sim.model, sim.committed());
  for (const caller of onePerProject(sim.callers)) {
    await checkReadable(sim, caller);
    if (sim.retaining) await checkKept(sim, caller);
    await checkProgress(sim, caller);
  }
}

function onePerProject(callers: readonly Caller[]): readonly Caller[] {
  return [...new Map(callers.map((caller) => [caller.project_id, caller])).values()];
}

/** Every decision and result names a request that asked for it and was not refused. */
function checkAuthors({ model, committed }: Sim): void {
  for (const { action_id, comment, decided_by_id } of committed().decisions()) {
    checkAuthor(model, comment, { id: action_id, by: decided_by_id });
  }
  for (const { action_id, detail, reported_by } of committed().results()) {
    checkAuthor(model, detail, { id: action_id, by: reported_by });
  }
}

function checkAuthor({ ops }: Model, mark: string | null, { id, by }: { id: string; by: string }): void {
  const op = ops.find((op) => markOf(op) === mark);
  promise(op?.what.includes(id) === true && op.caller.id === by, `nobody asked for what happened to ${id}: ${mark}`);
  promise(op.answer !== 'refused', `op ${op.n} was refused, yet it happened to ${id}`);
}

async function checkReadable(sim: Sim, caller: Caller): Promise<void> {
  const own = [...sim.model.actions.values()].filter(({ row }) => row.project_id === caller.project_id);
  for (const action of own) {
    const { id } = action.row;
    const { op, value } = done(
      await sim.ask(`read ${id}`, caller, (app) =>
        readAction(app, caller, id, { seconds: 0, signal: () => new AbortController().signal }),
      ),
    );
    judgeStatus(op, action, value.status);
    promise(value.digest === digestOfRow(action.row), `the digest of ${id} is not that of its content`);
    const decision = sim.committed().decision(id);
    promise(value.decision?.comment === decision?.comment, `the decision on ${id} cannot be read`);
    promise(value.result?.detail === sim.committed().result(id)?.detail, `the result of ${id} cannot be read`);
  }
  const listed = await allPages((cursor) => sim.ask('list', caller, (app) => listActions(app, caller, { cursor })));
  const wanted = own.map(({ row }) => row.id).toSorted();
  promise(
    listed
      .map(({ id }) => id)
      .toSorted()
      .join() === wanted.join(),
    'the list is not whole',
  );
  const audit = await allPages((cursor) =>
    sim.ask('audit', caller, (app) => listAudit(app, caller.project_id, { type: 'action.', limit: 200, cursor })),
  );
  promise(audit.length === sim.committed().auditRowsOf(caller.project_id), 'the audit log is not whole');
}

/** What went is found by nobody, and the figures are those of what is there. */
async function checkKept(sim: Sim, caller: Caller): Promise<void> {
  const { model, committed } = sim;
  const found = await allPages((cursor) =>
    sim.ask('search', caller, (app) => listActions(app, caller, { q: 'draft', cursor })),
  );
  const gone = found.find(({ id }) => !model.actions.has(id));
  promise(gone === undefined, `${gone?.id} is gone, and found`);
  const { value } = done(await sim.ask('usage', caller, (app) => readUsage(app, caller)));
  for (const [status, count] of Object.entries(value.actions)) {
    const [row] = committed().query(
      'SELECT count(*) AS there FROM actions WHERE project_id = ? AND status = ?',
      caller.project_id,
      status,
    );
    promise(row?.there === count, `${row?.there} actions are ${status}, and the figures say ${count}`);
  }
}

async function checkProgress(sim: Sim, caller: Caller): Promise<void> {
  const title = `after all, ${caller.name}`;
  sim.model.titles.add(title);
  const proposal = { kind: 'end', title, preview: { body: 'x' }, payload: undefined };
  const { value } = done(await sim.ask('create', caller, (app) => createAction(app, caller, proposal)));
  const { id } = value.action;
  done(await sim.ask('approve', caller, (app) => decideAction(app, caller, id, { verdict: 'approve' })));
  done(await sim.ask('claim', caller, (app) => claimAction(app, caller, id, {})));
  const report = { status: 'executed', payload: undefined } as const;
  done(await sim.ask('report', caller, (app) => reportResult(app, caller, id, report)));
}

function done<T>(answer: Answer<T>): { readonly op: Op; readonly value: T } {
  if (answer.is === 'ok') return answer;
  throw new Violation(`all is healed, yet: ${answer.is === 'refused' ? answer.problem.code : answer.is}`);
}

type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

async function allPages<T>(
  page: (cursor: string | undefined) => Promise<Answer<Page<T>>>,
  from?: string,
): Promise<T[]> {
  const { items, next_cursor } = done(await page(from)).value;
  return next_cursor === null ? [...items] : [...items, ...(await allPages(page, next_cursor))];
}

function digestOfRow(row: ActionRow): string {
  return digestOf({
    kind: row.kind,
    title: row.title,
    preview: { format: row.preview_format as 'plain', body: row.preview_body },
    payload: row.payload ?? undefined,
    target_url: row.target_url ?? undefined,
    editable: JSON.parse(row.editable) as string[],
    undo: row.undo ?? undefined,
    idempotent: row.idempotent === null ? undefined : row.idempotent === 1,
  });
}
