// Bugs planted at the seams, to show that the harness finds them.

import type { Storage, Tx } from '../../src/storage/database.ts';
import { type Statement, withStatements } from './statements.ts';

export interface Plant {
  /** Watchers must take part for it to show. */
  readonly watched?: boolean;
  /** Projects must be erased. */
  readonly erasing?: boolean;
  /** Things must be kept for a while only. */
  readonly retaining?: boolean;
  /** Others must run between the statements of a transaction, to the end. */
  readonly slow?: boolean;
  /** Where to begin: the worlds before it are not known to show it, and would only take their time. */
  readonly from?: number;
  readonly storage: (storage: Storage) => Storage;
  /** Whether a new process finds the write-ahead log of the last one. */
  readonly keepsLog: boolean;
  /** Whether anybody waits until the disk has what was committed. */
  readonly awaitsDisk: boolean;
}

export const NO_PLANT: Plant = { storage: (storage) => storage, keepsLog: true, awaitsDisk: true };

/** Storage whose transactions run each statement through `change`; `undefined` leaves it out. */
const changing =
  (change: (statement: Statement) => Statement | undefined) =>
  (storage: Storage): Storage =>
    wrapping(storage, (tx, work) =>
      work(
        withStatements(tx, async (statement) => {
          const changed = change(statement);
          return changed ? tx.run(changed) : [];
        }),
      ),
    );

/** Storage whose transactions see other rows than there are, where a statement fits. */
const seeing =
  (statements: RegExp, change: (row: Readonly<Record<string, unknown>>) => object) =>
  (storage: Storage): Storage =>
    wrapping(storage, (tx, work) =>
      work(
        withStatements(tx, async (statement) => {
          const rows = await tx.run<Record<string, unknown>>(statement);
          return statements.test(statement.sql) ? rows.map(change) : rows;
        }),
      ),
    );

/** Storage whose transactions are committed in two parts, the first of which ends with a statement that fits. */
const partedAfter =
  (statements: RegExp) =>
  (storage: Storage): Storage =>
    wrapping(storage, (tx, work) =>
      work(
        withStatements(tx, async (statement) => {
          const rows = await tx.run(statement);
          if (statements.test(statement.sql)) await partHere(tx);
          return rows;
        }),
      ),
    );

async function partHere(tx: Tx): Promise<void> {
  for (const sql of ['COMMIT', 'BEGIN IMMEDIATE', 'SAVEPOINT job']) await tx.run({ sql, parameters: [] });
}

function wrapping(storage: Storage, inside: <T>(tx: Tx, work: (tx: Tx) => Promise<T>) => Promise<T>): Storage {
  return { ...storage, transaction: (work, manner) => storage.transaction((tx) => inside(tx, work), manner) };
}

const rewriting = (from: RegExp, to: string) => changing((given) => ({ ...given, sql: given.sql.replace(from, to) }));

/** The same for what is read outside of transactions. */
const reading =
  (from: RegExp, to: string) =>
  (storage: Storage): Storage => {
    const { reader } = storage;
    return {
      ...storage,
      reader: withStatements(reader, (given) => reader.run({ ...given, sql: given.sql.replace(from, to) })),
    };
  };

const plant = (change: Partial<Plant>): Plant => ({ ...NO_PLANT, ...change });
const erasing = (change: Partial<Plant>): Plant => plant({ ...change, erasing: true });
const retaining = (change: Partial<Plant>): Plant => plant({ ...change, retaining: true });
const watched = (change: Partial<Plant>): Plant => plant({ ...change, watched: true });

export const PLANTED_BUGS: Readonly<Record<string, Plant>> = {
  'an answer leaves before the commit': plant({
    storage: (storage) => ({
      ...storage,
      transaction: (work) =>
        new Promise((resolve, reject) => {
          const early = async (tx: Tx) => work(tx).then(resolve);
          storage.transaction(early).catch(reject);
        }),
    }),
  }),
  'an action is read by a clock that is ahead': plant({
    from: 31,
    storage: (storage) => ({ ...storage, nowMs: () => storage.nowMs() + 30_000 }),
  }),
  'a move has no guard on the status': plant({
    storage: rewriting(/^(update "actions" set "status".*) and "status" = \?/, '$1 and ? is not null'),
  }),
  'a decision has no audit row': plant({
    storage: changing((given) => (given.parameters.includes('action.rejected') ? undefined : given)),
  }),
  'a claim has no guard on the lease': plant({
    storage: rewriting(/"claim_until" <= \?/, '"claim_until" <> ?'),
  }),
  'an idempotency key is forgotten': plant({
    storage: changing((given) =>
      /^insert into "actions"/.test(given.sql)
        ? { ...given, parameters: given.parameters.map((value) => (/^key key-/.test(String(value)) ? null : value)) }
        : given,
    ),
  }),
  'each statement is committed by itself': plant({
    storage: partedAfter(/^(?!\s*select)/i),
  }),
  'readers see what is not committed': plant({
    from: 54,
    storage: (storage) => {
      let writer: Tx | undefined;
      const seeing = wrapping(storage, (tx, work) => {
        writer = tx;
        return work(tx);
      });
      const reader = withStatements(storage.reader, (statement) => (writer ?? storage.reader).run(statement));
      return { ...seeing, reader };
    },
  }),
  'a transaction has the moment of the one before it': plant({
    storage: (storage) => {
      let before: Tx | undefined;
      return wrapping(storage, (tx, work) => {
        const { now } = before ?? tx;
        before = tx;
        return work({ ...tx, now });
      });
    },
  }),
  'a restart finds no write-ahead log': plant({ keepsLog: false }),
  'an answer leaves before the disk has what it tells': plant({ awaitsDisk: false }),
  'a decision is announced to nobody': plant({
    storage: changing((given) => (/^insert into "deliveries"/.test(given.sql) ? undefined : given)),
  }),
  'a late worker writes under an old fence': plant({
    from: 37,
    storage: rewriting(/^((?:update|select) .*"deliveries" .*where .*)"fence" = \?/, '$1? is not null'),
  }),
  'a lease is over at once': plant({
    storage: rewriting(/^(update "deliveries" set "leased" = \?.*"due_at" = )\?/, '$1? - 30'),
  }),
  'a lease that ran out is never looked at again': plant({
    storage: rewriting(/^(update "deliveries" set "leased" = \?.*"due_at" = )\?/, '$1? + 1000000000'),
  }),
  'a retry comes before its time': plant({
    storage: changing((given) =>
      given.parameters.includes('retry') && /^update "deliveries"/.test(given.sql) ? soonDue(given) : given,
    ),
  }),
  'the outcome of an attempt is not written down': plant({
    storage: changing((given) => (/^insert into "delivery_attempts"/.test(given.sql) ? undefined : given)),
  }),
  'a receiver that is gone keeps its address': plant({
    from: 5,
    storage: changing((given) => (/^update "actions" set "callback_url"/.test(given.sql) ? undefined : given)),
  }),
  'an expiry has no audit row': plant({
    storage: changing((given) => (given.parameters.includes('action.expired') ? undefined : given)),
  }),
  'an action expires a minute early': plant({
    from: 32,
    storage: rewriting(/"expires_at" <= \?/, '"expires_at" <= ? + 60'),
  }),
  'a redelivery is promised and not queued': plant({
    storage: changing((given) => (/^update "deliveries" set "url"/.test(given.sql) ? justRead(given) : given)),
  }),
  'one approval counts twice': plant({
    storage: rewriting(/("approvals_given" = "approvals_given" \+ )\?/, '$1 2 * ?'),
  }),
  'a second approval by the same person is another': plant({
    from: 15,
    storage: rewriting(/^(insert into "approvals" .*)do nothing/, '$1do update set "comment" = excluded."comment"'),
  }),
  'a hold that was taken is still there': plant({
    storage: rewriting(/^delete from "holds" (where .*) returning \*$/, 'select * from "holds" $1'),
  }),
  'a hold is kept before its time': plant({
    from: 25,
    storage: rewriting(/"commits_at" <= \?/, '"commits_at" <= ? + 10'),
  }),
  'a hold that nobody undid is forgotten': plant({
    storage: rewriting(/^(select .* from "holds" where "commits_at" <= \?)/, '$1 and "verdict" = \'reject\''),
  }),
  'a channel is not told of a decision': plant({
    storage: changing((given) =>
      given.sql.startsWith('insert into "channel_sends"') && given.parameters.includes('action.decided')
        ? undefined
        : given,
    ),
  }),
  'a message is forgotten when it was not told': plant({
    storage: rewriting(
      /^update "channel_sends" set "leased" = \?, "fence" = \?, "due_at" = \? where/,
      'delete from "channel_sends" where ? + ? + ? is not null and',
    ),
  }),
  'an escalation comes at once': plant({
    storage: changing((given) => (given.parameters.includes('action.escalated') ? soonDue(given) : given)),
  }),
  'two instances tell a channel the same': plant({
    storage: rewriting(/^(update "channel_sends" set "project_id".*"due_at" = )\?/, '$1 ? - 45'),
  }),
  'two instances seal the same row': plant({
    storage: rewriting(/^(select .* from "audit" where .*)"seq" is null/, '$1"seq" is not "id"'),
  }),
  'an erasure that was cut short is forgotten': erasing({
    from: 4,
    storage: rewriting(/^(select \* from "erasures" .*"leased_until" <= )\?/, '$1? - 1000000000'),
  }),
  'an erasure leaves the webhooks': erasing({
    storage: changing((given) => (given.sql.startsWith('delete from "deliveries"') ? undefined : given)),
  }),
  'an erasure leaves what the search knows': erasing({
    storage: changing((given) => (/^delete from search_rows/i.test(given.sql) ? undefined : given)),
  }),
  'an erasure is over before the values of the audit log went': erasing({
    storage: changing((given) => (given.sql.startsWith('delete from "audit_values"') ? undefined : given)),
  }),
  'an erasure takes what is not older than the wish': erasing({
    storage: rewriting(/^(select "id" from "actions" where "project_id" = \? and )"id" < \?/, '$1? is not null'),
  }),
  'retention takes what is pending': retaining({
    from: 7,
    storage: seeing(/^select "id", "status", "updated_at", "claim_until" from "actions"/, (row) => ({
      ...row,
      status: 'expired',
    })),
  }),
  'retention takes what was settled of late': retaining({
    storage: seeing(/^select "id", "status", "updated_at", "claim_until" from "actions"/, (row) => ({
      ...row,
      updated_at: 0,
    })),
  }),
  'retention goes by what was wished before': retaining({
    from: 10,
    storage: seeing(/^select \* from "projects" where "id" = \?$/, (row) => ({
      ...row,
      settings: '{"retention_days":1}',
    })),
  }),
  'retention takes what nobody was told of yet': retaining({
    from: 152,
    storage: rewriting(/^(select "action_id" from "deliveries" where .*)"due_at" is not null$/, '$1"due_at" < 0'),
  }),
  'retention leaves the decisions': retaining({
    storage: changing((given) => (given.sql.startsWith('delete from "decisions"') ? undefined : given)),
  }),
  'retention leaves what the search knows': retaining({
    storage: changing((given) => (/^delete from search_rows/i.test(given.sql) ? undefined : given)),
  }),
  'retention leaves the values of the audit log': retaining({
    storage: changing((given) => (given.sql.startsWith('delete from "audit_values"') ? undefined : given)),
  }),
  'retention is not in the audit log': retaining({
    storage: changing((given) => (given.parameters.includes('project.pruned') ? undefined : given)),
  }),
  'retention does not take off the figures': retaining({
    storage: changing((given) =>
      given.sql.startsWith('insert into "stats_totals"') && Number(given.parameters[2]) < 0 ? undefined : given,
    ),
  }),
  'retention forgets to take anything': retaining({
    storage: rewriting(/^(select "id", "status", "updated_at", "claim_until" from "actions" where )/, '$1 0 and '),
  }),
  'a run of a watcher is written whoever has the lease': watched({
    storage: rewriting(/^(update "watchers" set (?:(?! where ).)*?)"fence" = \?/, '$1"fence" = "fence" + 0 * ?'),
  }),
  'an item is remembered before it is told': watched({
    slow: true,
    from: 80,
    storage: partedAfter(/^insert into "watcher_items"/),
  }),
  'what was there at first is told': watched({
    storage: seeing(/^update "watchers" set "due_at" = \?, "leased_by"/, (row) => ({ ...row, first_run_done: 1 })),
  }),
  'what was fetched for one watcher counts as seen by all': watched({
    storage: rewriting(/"version" = "version" \+ \?/, '"version" = "version" + 0 * ?'),
  }),
  'a page is never remembered': watched({
    storage: changing((given) => (given.sql.startsWith('insert into "watcher_snapshots"') ? undefined : given)),
  }),
  'a page is kept apart from its run': watched({
    from: 22,
    storage: partedAfter(/^insert into "watcher_snapshots"/),
  }),
  'a page is compared with the one before the last': watched({
    from: 811,
    storage: reading(/^(select \* from "watcher_snapshots" .*)"number" desc/, '$1"number" asc'),
  }),
  'a change of a page is told to nobody': watched({
    storage: changing((given) =>
      given.sql.startsWith('insert into "watcher_items"') &&
      given.parameters.some((value) => /^\d+$/.test(`${value}`) && typeof value === 'string')
        ? undefined
        : given,
    ),
  }),
  'a watcher whose run was cut short never runs again': watched({
    storage: rewriting(/^(update "watchers" set "due_at" = )\?(, "leased_by")/, '$1 1000000000 + ?$2'),
  }),
};

/** The parameter that is a moment after now, whatever its place, an hour or a minute sooner. */
function soonDue({ sql, parameters }: Statement): Statement {
  const now = Math.max(...parameters.filter((value) => typeof value === 'number'));
  return { sql, parameters: parameters.map((value) => (value === now ? now - 45 : value)) };
}

/** The row as it would be returned, without the change. */
function justRead({ sql, parameters }: Statement): Statement {
  const where = /where (.*) returning/.exec(sql)?.[1] ?? '';
  const bound = (where.match(/\?/g) ?? []).length;
  return { sql: `select * from "deliveries" where ${where}`, parameters: parameters.slice(-bound) };
}
