// Where a server can be reached, left in the database for commands beside it: a link that leads to another port opens nothing.
// Instances on one database each leave theirs; behind one PUBLIC_URL it is the same.

import type { App } from '../../app.ts';
import type { Reader, Tx } from '../../storage/database.ts';

const PREFIX = 'address ';
/** Of those that are gone nobody says so; they are forgotten some starts later. */
const MOST = 10;
const PATIENCE_MS = 1000;

interface Address {
  readonly name: string;
  readonly url: string;
  readonly since: number;
}

/** Newest first. */
async function listAddresses(reader: Reader): Promise<Address[]> {
  const rows = await reader.q.selectFrom('server_facts').selectAll().where('name', 'like', `${PREFIX}%`).execute();
  return rows
    .map(({ name, value }) => ({ name, url: name.slice(PREFIX.length), since: Number(value) }))
    .toSorted((one, other) => other.since - one.since);
}

export async function noteAddress(tx: Tx, url: string): Promise<void> {
  await tx.q
    .insertInto('server_facts')
    .values({ name: `${PREFIX}${url}`, value: String(tx.now) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(tx.now) }))
    .execute();
  const old = (await listAddresses(tx)).slice(MOST).map(({ name }) => name);
  if (old.length > 0) await tx.q.deleteFrom('server_facts').where('name', 'in', old).execute();
}

/**
 * The newest; of several on this machine, the newest that answers. A public address is not asked: it may well be reached from
 * everywhere but here.
 */
export async function knownAddress({ reader, world }: Pick<App, 'reader' | 'world'>): Promise<string | undefined> {
  const all = (await listAddresses(reader)).map(({ url }) => url);
  const [newest] = all;
  if (newest === undefined || !isLocal(newest)) return newest;
  for (const url of all.filter(isLocal)) {
    const answer = await world.request({
      url: `${url}/healthz`,
      method: 'GET',
      headers: {},
      deadlineMs: PATIENCE_MS,
      maxBytes: 1000,
      allowPrivate: true,
    });
    if (!('error' in answer)) return url;
  }
  return all.find((url) => !isLocal(url)) ?? newest;
}

function isLocal(url: string): boolean {
  return new URL(url).hostname === 'localhost';
}
