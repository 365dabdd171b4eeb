// Whether what people were told of an action that needs several of them, and what is stored of it, is one story.

import type { App, Person } from '../../src/app.ts';

/** What one of them was told. */
export interface Said {
  readonly by: Person;
  readonly verdict: 'approve' | 'reject';
  /** It was the decision, it counted, or the code of the refusal. */
  readonly is: string;
  readonly status: unknown;
}

interface Judged {
  readonly status: 'approved' | 'rejected' | 'pending';
  readonly faults: readonly string[];
}

interface Stored {
  readonly status: string;
  /** Whose approvals are there, and who is in the log for one. */
  readonly approvals: readonly string[];
  readonly logged: readonly string[];
  /** Verdict and author of each decision, moves in the log, and webhooks. */
  readonly decisions: readonly { readonly verdict: string; readonly decided_by_id: string }[];
  readonly moves: readonly string[];
  /** What the log tells last. */
  readonly last: string;
  readonly webhooks: number;
  readonly given: number;
}

export async function judgeApprovals(
  app: App,
  action: { readonly project_id: string; readonly id: string },
  said: readonly Said[],
  needed: number,
): Promise<Judged> {
  const stored = await read(app, action);
  const deciders = said.filter(({ is }) => is === 'decided');
  const approvers = said.filter(({ verdict, is }) => verdict === 'approve' && (is === 'counted' || is === 'decided'));
  const willing = new Set(said.filter(({ verdict }) => verdict === 'approve').map(({ by }) => by.id));
  const rejecters = said.filter(({ verdict }) => verdict === 'reject');
  const status = rejecters.some(({ is }) => is === 'decided')
    ? 'rejected'
    : willing.size >= needed
      ? 'approved'
      : 'pending';
  const undecided = status === 'pending';

  const truths: Readonly<Record<string, boolean>> = {
    [`it is ${stored.status}, not ${status}`]: stored.status === status,
    'a rejection came neither in time nor too late': rejecters.every(({ is }) => is === 'decided' || !undecided),
    [`${deciders.length} were told that they decided`]: deciders.length === (undecided ? 0 : 1),
    'there is another decision than was told': sameDecision(stored, deciders),
    'the log tells of another move': stored.moves.join() === (undecided ? '' : `action.${status}`),
    'somebody approved it when it was decided': undecided || stored.last === `action.${status}`,
    [`${stored.webhooks} webhooks`]: stored.webhooks === (undecided ? 0 : 1),
    [`${stored.approvals} are stored, ${stored.logged} in the log`]: same(stored.approvals, stored.logged),
    'whose approval counted is not stored': same(
      stored.approvals,
      approvers.map(({ by }) => by.id),
    ),
    [`one person twice: ${stored.approvals}`]: new Set(stored.approvals).size === stored.approvals.length,
    [`${stored.given} counted`]: stored.given === stored.approvals.length,
    [`${stored.given} approvals and ${status}`]: fits(stored.given, status, { needed, willing: willing.size }),
    'someone was refused for another reason': said.every((one) => isExplained(one, status)),
  };
  return { status, faults: Object.keys(truths).filter((truth) => !truths[truth]) };
}

function fits(given: number, status: string, { needed, willing }: { needed: number; willing: number }): boolean {
  if (status === 'approved') return given === needed;
  return status === 'rejected' ? given < needed : given === willing;
}

/** A refusal tells the status at its moment: pending only to someone whose approval is there already. */
function isExplained({ is, verdict, status }: Said, final: string): boolean {
  if (is === 'counted') return verdict === 'approve' && status === 'pending';
  if (is === 'decided') return status === final && (verdict === 'approve') === (final === 'approved');
  return is === 'already_decided' && (status === final || (verdict === 'approve' && status === 'pending'));
}

function sameDecision({ decisions }: Stored, deciders: readonly Said[]): boolean {
  const told = deciders.map(({ verdict, by }) => `${verdict} ${by.id}`);
  return decisions.map(({ verdict, decided_by_id }) => `${verdict} ${decided_by_id}`).join() === told.join();
}

const same = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join();

async function read(app: App, { project_id, id }: { project_id: string; id: string }): Promise<Stored> {
  const { q } = app.reader;
  const action = await q
    .selectFrom('actions')
    .select(['status', 'approvals_given'])
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const of = <T extends 'approvals' | 'decisions' | 'deliveries'>(table: T) =>
    q
      .selectFrom(table as 'approvals')
      .where('project_id', '=', project_id)
      .where('action_id', '=', id);
  const approvals = await of('approvals').select('decider_id').execute();
  const decisions = await q
    .selectFrom('decisions')
    .select(['verdict', 'decided_by_id'])
    .where('project_id', '=', project_id)
    .where('action_id', '=', id)
    .execute();
  const webhooks = await of('deliveries').select('id').execute();
  const log = await q
    .selectFrom('audit')
    .select(['event', 'actor_id'])
    .where('project_id', '=', project_id)
    .where('entity_id', '=', id)
    .orderBy('rowid')
    .execute();
  const moves = ['action.approved', 'action.rejected', 'action.expired'];
  return {
    status: action.status,
    given: action.approvals_given,
    approvals: approvals.map(({ decider_id }) => decider_id),
    decisions,
    webhooks: webhooks.length,
    logged: log.filter(({ event }) => event === 'action.approval_given').map(({ actor_id }) => actor_id ?? ''),
    moves: log.map(({ event }) => event).filter((event) => moves.includes(event)),
    last: log.at(-1)?.event ?? '',
  };
}
