// `countersign admin restore FILE [--verify]`: a backup in the place of the database. What was erased since is erased again
// before anyone can see it, who was put out since stays out, and with --verify nothing is replaced unless the copy holds.

import type { App } from '../app.ts';
import { ERASING } from '../boot/handed-down.ts';
import { openApp } from '../boot/open-app.ts';
import type { Config } from '../config.ts';
import { loseAllHolds } from '../features/actions/holding/lose-hold.ts';
import { makeVerifier } from '../features/audit/verify-audit.ts';
import { readErasures, reapply, strayLine } from '../features/project/erasure.ts';
import { keepNewerSecrets } from '../features/project/keep-newer-secrets.ts';
import { listProjects } from '../features/project/store.ts';
import { keepNewerKeys } from '../features/signing/keep-newer-keys.ts';
import { inTransaction } from '../storage/database.ts';
import { beginLife } from '../storage/life.ts';
import { beginRestore, readText, type Withdrawn } from '../storage/restore.ts';
import { brokenInvariants } from '../storage/verify.ts';
import type { World } from '../world/world.ts';
import { print } from './print.ts';
import { withdrawAgain } from './withdraw-again.ts';

export async function restore(
  config: Config,
  world: World,
  { file, verify }: { file: string; verify: boolean },
): Promise<void> {
  const { databaseUrl } = config;
  if (databaseUrl.engine !== 'sqlite') throw new Error('Restore PostgreSQL with its own tools, such as pg_restore.');
  const restoring = beginRestore(file, databaseUrl.file);
  let before: string | undefined;
  try {
    const copy = await open(config, world, restoring.incoming);
    try {
      await takeAwayAgain(copy, restoring.withdrawn); // first: of who was removed an erasure leaves no name
      const erased = await reapply(copy, readErasures(restoring.erasures), ERASING);
      if (erased > 0) print(`Erased again what was erased since: ${erased} ${erased === 1 ? 'project' : 'projects'}`);
      const kept = await keepNewerKeys(copy, restoring.signingKeys);
      if (kept > 0) print(`Signing keys that were made since, and stay: ${kept}`);
      const secrets = await keepNewerSecrets(copy, restoring.webhookSecrets);
      if (secrets > 0) print(`Webhook secrets that were rotated since, and stay as they were: ${secrets}`);
      await keepNoWord(copy);
      await inTransaction(copy, beginLife);
      if (verify) await demandWhole(copy);
    } finally {
      await copy.storage.close();
    }
    before = restoring.commit();
  } finally {
    restoring.end();
  }
  print(`Restored ${databaseUrl.file} from ${file}`);
  if (before !== undefined) print(`What was there is in ${before}`);
}

async function takeAwayAgain(copy: App, withdrawn: Withdrawn | undefined): Promise<void> {
  if (!withdrawn) {
    print('Keys, people, sessions and links are as the backup has them: revoke again what was revoked since.');
    print('So are webhook secrets and recovery codes: rotate again what was rotated since.');
    return;
  }
  const { keys, reviewers, sessions, links, codes, unknown, stays } = await withdrawAgain(copy, withdrawn);
  const counts = `keys ${keys}, reviewers ${reviewers}, sessions ${sessions}, links ${links}, recovery codes ${codes}`;
  if (keys + reviewers + sessions + links + codes > 0) print(`Withdrawn again what was withdrawn since: ${counts}`);
  if (unknown.keys + unknown.reviewers > 0) {
    const counted = `keys ${unknown.keys}, reviewers ${unknown.reviewers}`;
    print(`Not known to what was there, and as the backup has them: ${counted}. Revoke again what was revoked since.`);
  }
  for (const id of stays) print(`${id} was removed since, and is back: the backup has no other admin`);
}

/** Someone who had decided when the backup was made may have thought better of it since: whoever means it says so again. */
async function keepNoWord(copy: App): Promise<void> {
  const lost = await loseAllHolds(copy, 'restored');
  if (lost > 0) print(`Decisions that could still be taken back when the backup was made, and count no more: ${lost}`);
}

/** For databases whose backups are the business of others. What is no list would else pass for one of nothing. */
export async function applyErasures(app: App, file: string): Promise<void> {
  const text = readText(file);
  const stray = strayLine(text);
  if (stray !== undefined) {
    throw new Error(`Nothing was erased: line ${stray} of ${file} is not of a list that erasures list has written.`);
  }
  const erased = await reapply(app, readErasures(text), ERASING);
  print(`Erased again: ${erased} ${erased === 1 ? 'project' : 'projects'}`);
}

function open(config: Config, world: World, file: string): Promise<App> {
  const publicUrl = () => config.publicUrl ?? `http://localhost:${config.port}`;
  return openApp({ ...config, databaseUrl: { engine: 'sqlite', file } }, world, { exclusive: false, publicUrl });
}

/** Integrity was looked at before: here, what the tables say, and the chain of every project. */
async function demandWhole(app: App): Promise<void> {
  const wrong = await brokenInvariants(app.reader);
  const verifier = makeVerifier();
  for (const { id } of await listProjects(app.reader)) {
    const { ok, rows, first_bad_seq, why } = await verifier.verify(app, id);
    if (ok) print(`${id}  the audit log holds: ${rows} rows`);
    else wrong.push(`the audit log of ${id} is not to be trusted from row ${first_bad_seq} on (${why})`);
  }
  if (wrong.length > 0) throw new Error(`Nothing was replaced. The backup does not hold:\n  ${wrong.join('\n  ')}`);
  print('Verified: integrity, invariants and the audit log');
}
