// Where a server can be reached, left in the database for commands beside it: a link that leads to another port opens nothing.
// Instances on one database each leave theirs; behind one PUBLIC_URL it is the same.

import type { App } from '../../app.ts';
import type { Reader, Tx } from '../../storage/database.ts';

const PREFIX = 'address ';
/** Of those that are gone nobody says so; they are forgotten some starts later. */
const MOST = 10;
const PATIENCE_MS = 1000;
const MOST_BYTES = 100_000;

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
 * The newest; of several on this machine, the newest at which this database is served. A public address is not asked: it may well
 * be reached from everywhere but here.
 */
export async function knownAddress(app: Pick<App, 'reader' | 'world' | 'signer'>): Promise<string | undefined> {
  const all = (await listAddresses(app.reader)).map(({ url }) => url);
  const [newest] = all;
  if (newest === undefined || !isLocal(newest)) return newest;
  const ours = new Set((await app.signer.publicKeys()).map(({ kid }) => kid));
  for (const url of all.filter(isLocal)) {
    if ((await keysAt(app, url)).some((kid) => ours.has(kid))) return url;
  }
  return all.find((url) => !isLocal(url)) ?? newest;
}

/** By its keys a server is known: the port of one that is gone may have become that of another, with a database of its own. */
async function keysAt({ world }: Pick<App, 'world'>, url: string): Promise<string[]> {
  const answer = await world.request({
    url: `${url}/.well-known/jwks.json`,
    method: 'GET',
    headers: {},
    deadlineMs: PATIENCE_MS,
    maxBytes: MOST_BYTES,
    allowPrivate: true,
  });
  if ('error' in answer || answer.status !== 200) return [];
  try {
    const { keys } = JSON.parse(answer.body) as { keys?: readonly { kid?: unknown }[] };
    return (keys ?? []).map(({ kid }) => String(kid));
  } catch {
    return []; // of some other program
  }
}

function isLocal(url: string): boolean {
  return new URL(url).hostname === 'localhost';
}
