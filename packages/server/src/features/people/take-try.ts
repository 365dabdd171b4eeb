// Before a password or code is looked at, the try is counted: by the login and by the address it comes from. So many at
// once are as slow as one after another.

import { hash } from 'node:crypto';
import type { App, Visit } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { parseAddress } from '../../world/address-guard.ts';
import { afterTry, TRIES } from './throttle.ts';
import { forgetTry, lockTries, pruneTries, saveTries } from './tries-store.ts';

/**
 * The subjects that were counted, to be forgiven when the try is right. Asking for mail is counted apart: whoever does it
 * too often can still sign in.
 */
export async function takeTry(
  app: App,
  login: string,
  visit: Visit,
  what: 'sign-in' | 'mail' = 'sign-in',
): Promise<readonly string[]> {
  const apart = what === 'mail' ? 'mail ' : '';
  return count(app, [`${apart}${addressOf(visit)}`, `${apart}login ${hash('sha256', login, 'hex')}`], TRIES);
}

/** A whole company may come from one address, each with an answer that is right: they are allowed more. */
const RETURNS = 30;

/** A browser comes back from the company with what is said to be its answer. Nobody knows yet who that is. */
export async function takeReturn(app: App, visit: Visit): Promise<readonly string[]> {
  return count(app, [`oidc ${addressOf(visit)}`], RETURNS);
}

/**
 * Locked in this order by all: the address first. Whoever has to wait for theirs has tried nothing: were it counted against the login
 * as well, one stranger who goes on would keep its owner out for good, and fill the table with logins of nobody.
 */
async function count(app: App, subjects: readonly string[], allowed: number): Promise<readonly string[]> {
  const waitSeconds = await inTransaction(app, async (tx) => {
    await pruneTries(tx);
    for (const subject of subjects) {
      const before = await lockTries(tx, subject);
      const after = afterTry(before, tx.now, allowed);
      if (after.tries !== before) await saveTries(tx, { subject, ...after.tries });
      if (after.waitSeconds > 0) return after.waitSeconds;
    }
    return 0;
  });
  if (waitSeconds === 0) return subjects;
  throw tooOften(waitSeconds);
}

function addressOf(visit: Visit): string {
  return `address ${hash('sha256', networkOf(visit.address), 'hex')}`;
}

export async function forgive(tx: Tx, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) await forgetTry(tx, subject);
}

export function tooOften(waitSeconds: number): Problem {
  return new Problem('rate_limited', {
    detail: `Too many tries. Try again in ${waitSeconds} s.`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** Whoever has one IPv6 address has 2^64 of them. An IPv4 address is kept whole: it is written in the last four bytes. */
function networkOf(address: string): string {
  const bytes = parseAddress(address);
  if (!bytes) return address;
  const isIpv4 = Buffer.from(bytes).subarray(0, 12).toString('hex') === '00000000000000000000ffff';
  return Buffer.from(bytes)
    .subarray(isIpv4 ? 12 : 0, isIpv4 ? 16 : 8)
    .toString('hex');
}
