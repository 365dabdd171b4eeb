// Loaded into a real server before anything else (`node --import`): ends the process at one named place, as SIGKILL does.
// It changes only what Node and the driver bring, so the server has no part in it and no setting for it.

import { ClientRequest, ServerResponse } from 'node:http';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { Failpoint } from './failpoints.ts';

const [place, count] = (process.env.FAILPOINT ?? '').split(':');
let left = Number(count);

function reach(here: Failpoint): void {
  if (here === place && --left === 0) process.kill(process.pid, 'SIGKILL');
}

type Method = (this: unknown, ...words: unknown[]) => unknown;

/** Every call of the method goes through `instead`, which has the method to call. */
function around(prototype: object, name: string, instead: (method: Method, self: object, words: unknown[]) => unknown) {
  const methods = prototype as Record<string, Method>;
  const method = methods[name];
  if (!method) throw new Error(`There is no ${name} any more.`);
  methods[name] = function (...words) {
    return instead(method, this as object, words);
  };
}

const isMigrated = (sql: string) => sql.startsWith('INSERT INTO migrations');
const isMark = (sql: string) => /insert into "delivery_attempts"/.test(sql);

/** Connections whose open transaction has written down an attempt. */
const marking = new WeakSet<object>();
const SQLITE_WRITER = {};

function reachCommit(connection: object): void {
  reach('before-commit');
  if (marking.delete(connection)) reach('before-mark');
}

around(DatabaseSync.prototype, 'exec', (exec, self, words) => {
  const sql = String(words[0]);
  if (sql === 'COMMIT') reachCommit(SQLITE_WRITER);
  exec.apply(self, words);
  if (sql === 'COMMIT') reach('after-commit');
});

around(StatementSync.prototype, 'run', (run, self, words) => {
  const { sourceSQL } = self as StatementSync;
  if (isMark(sourceSQL)) marking.add(SQLITE_WRITER);
  const result = run.apply(self, words);
  if (isMigrated(sourceSQL)) reach('in-migration');
  return result;
});

around(pg.Client.prototype, 'query', (query, self, words) => {
  const [first] = words as [string | { readonly text?: string }];
  const sql = typeof first === 'string' ? first : (first.text ?? '');
  if (isMark(sql)) marking.add(self);
  if (sql === 'COMMIT') reachCommit(self);
  const answer = query.apply(self, words);
  if (sql === 'COMMIT') {
    reach('commit-under-way');
    (answer as Promise<unknown>).then(
      () => reach('after-commit'),
      () => undefined, // whoever asked hears of it too
    );
  }
  if (isMigrated(sql)) (answer as Promise<unknown>).then(() => reach('in-migration'));
  return answer;
});

around(ServerResponse.prototype, 'writeHead', (writeHead, self, words) => {
  reach('before-reply');
  return writeHead.apply(self, words);
});

around(ClientRequest.prototype, 'end', (end, self, words) => {
  reach('before-post');
  return end.apply(self, words);
});

around(ClientRequest.prototype, 'emit', (emit, self, words) => {
  if (words[0] === 'finish') reach('post-under-way');
  if (words[0] === 'response') reach('after-post');
  return emit.apply(self, words);
});
