// Every statement that SQLite is given in this process, and whether it keeps to one project.

import { DatabaseSync } from 'node:sqlite';

/** The texts of all statements from now on. */
export function collectStatements(): ReadonlySet<string> {
  const seen = new Set<string>();
  const prepare = DatabaseSync.prototype.prepare;
  DatabaseSync.prototype.prepare = function (...words) {
    seen.add(words[0]);
    return prepare.apply(this, words);
  };
  return seen;
}

/** What is not of one project, and why it need not be. */
const ACROSS: readonly (readonly [why: string, statement: RegExp])[] = [
  ['of the engine', /^(PRAGMA|SAVEPOINT|RELEASE|ROLLBACK)|pragma_|sqlite_schema|migrations|total_changes|\btxid\b/],
  ['the project itself', /"projects"/],
  [
    'of the server',
    /"(server_facts|sign_in_tries|used_challenges|mail_requests|watcher_sources|watcher_hosts|billing_events)"/,
  ],
  ['looked up by what only its owner has', /where "(hash|credential_id|endpoint_hash|email)" = |"api_keys"\."prefix"/],
  ['by the address that only its platform was given', /^select \* from "notification_channels" where "id" = \?$/],
  [
    'a queue, from what is due first, so many',
    /order by "(due_at|commits_at|expires_at|leased_until|checkpoint_due_at|id)"[^()]* limit \d+$/,
  ],
  ['a queue, project by project', /order by "project_id"[^()]* limit \d+$/],
  [
    'whether there is any at all',
    /^select ("id"|\*) from "\w+"( where ("(status|source_key|channel_id)" = (\?|'inbox')|"due_at" is not null))? limit 1$/,
  ],
  ['what is past its time', /^(delete|update) .* (where|and) "(expires_at|finished_at|due_at|commits_at)" (<=|>) \?$/],
  ['by the numbers that a project was given', /search_index/],
  ['how much there is of it in all', /search_volumes/],
  ['one to a server', /^select \* from "demos"$/],
  ['the newest id there is, to count on from it', /^SELECT id FROM audit ORDER BY rowid DESC LIMIT 1$/],
  [
    'the line at a host, which all projects share',
    /^select "next_run_at" from "watchers" .*"promised_host" = \?.* limit 1$/,
  ],
  ['until when the server has anything to erase', /^select "erased_at" from "erasures" .* limit 1$/],
];

/** Those that see the rows of several projects without a reason to. */
export function crossing(statements: Iterable<string>): string[] {
  return [...statements].filter(
    (text) =>
      !/"?project_id"? (= |in )/.test(text) && !/^insert /i.test(text) && !ACROSS.some(([, known]) => known.test(text)),
  );
}
