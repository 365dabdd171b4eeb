// Sources and hosts in storage: what all instances know of them together.

import type { Reader, Tx } from '../../../storage/database.ts';
import type { WatcherHostRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import type { Source } from '../sources/source.ts';
import { hasSourceReader } from './store.ts';

/** Makes it known, unless it is; nobody forgets it before this transaction has ended, and with it a reader is there. */
export async function rememberSource(tx: Tx, { key, url, host }: Source): Promise<void> {
  await tx.q
    .insertInto('watcher_sources')
    .values({
      key,
      url,
      host,
      etag: null,
      last_modified: null,
      validated_url: null,
      validated_at: null,
      version: 0,
      fetched_at: null,
      fresh_until: 0,
      ttl_s: null,
      body_hash: null,
      identity_mode: 'id',
      moved_to: null,
      moved_since: null,
      moved_runs: 0,
      effective_url: null,
      packed: null,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ url }))
    .execute();
}

export async function findSource(reader: Reader, key: string): Promise<WatcherSourceRow | undefined> {
  return reader.q.selectFrom('watcher_sources').selectAll().where('key', '=', key).executeTakeFirst();
}

type Changes = Omit<Partial<WatcherSourceRow>, 'key' | 'version'>;

/**
 * Something else than before, under a number of its own: two instances may have read it at once, and a watcher that has looked
 * at what one of them got has not seen the other's. Undefined when nobody reads it any more.
 */
export async function saveContent(tx: Tx, key: string, changes: Changes): Promise<number | undefined> {
  const saved = await tx.q
    .updateTable('watcher_sources')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('key', '=', key)
    .returning('version')
    .executeTakeFirst();
  return saved?.version;
}

/** The same as before: of no use to anyone when somebody has read something else since. */
export async function saveUnchanged(
  tx: Tx,
  { key, version }: Pick<WatcherSourceRow, 'key' | 'version'>,
  changes: Changes,
): Promise<void> {
  await tx.q
    .updateTable('watcher_sources')
    .set(changes)
    .where('key', '=', key)
    .where('version', '=', version)
    .execute();
}

/** Goes with its last watcher, and its host with the last source there: no address is left behind. */
export async function forgetUnread(tx: Tx, key: string): Promise<void> {
  await lockSources(tx, [key]); // whoever adds a reader just now is waited for, and then seen
  if (await hasSourceReader(tx, key)) return;
  const gone = await tx.q.deleteFrom('watcher_sources').where('key', '=', key).returning('host').executeTakeFirst();
  if (gone) await forgetHost(tx, gone.host);
}

/** Unless another source is there. */
export async function forgetHost(tx: Tx, host: string): Promise<void> {
  const other = await tx.q
    .selectFrom('watcher_sources')
    .select('key')
    .where('host', '=', host)
    .limit(1)
    .executeTakeFirst();
  if (!other) await tx.q.deleteFrom('watcher_hosts').where('host', '=', host).execute();
}

export async function findHost(reader: Reader, host: string): Promise<WatcherHostRow | undefined> {
  return reader.q.selectFrom('watcher_hosts').selectAll().where('host', '=', host).executeTakeFirst();
}

/** Those of these that somebody reads; they stay until this transaction ends. */
export async function lockSources(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const query = tx.q.selectFrom('watcher_sources').select('key').where('key', 'in', keys).orderBy('key');
  return (await tx.locked(query).execute()).map(({ key }) => key);
}

/** The row of the host, locked; made when there is none. */
export async function lockHost(tx: Tx, host: string): Promise<WatcherHostRow> {
  return tx.q
    .insertInto('watcher_hosts')
    .values({ host, next_at: 0, busy_until: 0, fence: 0, hold_until: 0, gap_s: 0, turn_s: 0 })
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ host }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Only by whoever has the turn: the fence of another is not ours to lift. */
export async function saveTurn(tx: Tx, host: string, fence: number, changes: Partial<WatcherHostRow>): Promise<void> {
  await tx.q.updateTable('watcher_hosts').set(changes).where('host', '=', host).where('fence', '=', fence).execute();
}

export async function saveHold(tx: Tx, host: string, hold_until: number): Promise<void> {
  await tx.q.updateTable('watcher_hosts').set({ hold_until }).where('host', '=', host).execute();
}
