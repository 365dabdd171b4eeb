// What watchers have seen, in storage. Only what is fetched is looked up: a watcher may know ten thousand items.

import type { Reader, Tx } from '../../../storage/database.ts';
import { NONE, YES } from '../../../storage/literal.ts';
import type { ActionRow, DecisionRow } from '../../../storage/schema.ts';
import type { WatcherItemRow } from '../../../storage/watcher-rows.ts';
import type { Breathe } from '../breathe.ts';

/** Of one statement: PostgreSQL and SQLite bind many, but not any number. */
const CHUNK = 200;

interface Of {
  readonly project_id: string;
  readonly watcher_id: string;
}

const KNOWN = [
  'key',
  'id',
  'alias_link',
  'alias_guid',
  'alias_title',
  'content_hash',
  'score',
  'rules_version',
  'alerted_at',
  'last_seen',
] as const;

export type KnownRow = Pick<WatcherItemRow, (typeof KNOWN)[number]>;

function* chunks<T>(values: readonly T[], size = CHUNK): Generator<readonly T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

export type Probe = 'key' | 'alias_link' | 'alias_guid' | 'alias_title';

/** The items that have one of these values there. */
export async function findKnown(
  reader: Reader,
  { project_id, watcher_id }: Of,
  column: Probe,
  values: readonly string[],
  breathe: Breathe,
): Promise<KnownRow[]> {
  const found: KnownRow[] = [];
  for (const some of chunks(values)) {
    await breathe();
    const rows = await reader.q
      .selectFrom('watcher_items')
      .select(KNOWN)
      .where('project_id', '=', project_id)
      .where('watcher_id', '=', watcher_id)
      .where(column, 'in', some)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Titles of what was seen last, at most so many. */
export async function recentTitles(reader: Reader, { project_id, watcher_id }: Of, limit: number): Promise<string[]> {
  const rows = await reader.q
    .selectFrom('watcher_items')
    .select('title')
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ title }) => title);
}

export async function countItems(reader: Reader, { project_id, watcher_id }: Of): Promise<number> {
  const { count } = await reader.q
    .selectFrom('watcher_items')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** The keys that were really new: the table decides, not what was read before. */
export async function insertItems(tx: Tx, rows: readonly WatcherItemRow[], breathe: Breathe): Promise<Set<string>> {
  const inserted = new Set<string>();
  for (const some of chunks(rows, 40)) {
    await breathe();
    const made = await tx.q
      .insertInto('watcher_items')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['project_id', 'watcher_id', 'key']).doNothing())
      .returning('key')
      .execute();
    for (const { key } of made) inserted.add(key);
  }
  return inserted;
}

export async function touchItems(
  tx: Tx,
  { project_id, watcher_id }: Of,
  keys: readonly string[],
  breathe: Breathe,
): Promise<void> {
  for (const some of chunks(keys)) {
    await breathe();
    await tx.q
      .updateTable('watcher_items')
      .set({ last_seen: tx.now })
      .where('project_id', '=', project_id)
      .where('watcher_id', '=', watcher_id)
      .where('key', 'in', some)
      .execute();
  }
}

/** What was in the last fetch was still there until the last time the source said that nothing had changed. */
export async function bringForward(
  tx: Tx,
  { project_id, watcher_id }: Of,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.q
    .updateTable('watcher_items')
    .set({ last_seen: to })
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .where('last_seen', '=', from)
    .execute();
}

export async function updateItem(
  tx: Tx,
  { project_id, watcher_id }: Of,
  key: string,
  changes: Partial<WatcherItemRow>,
): Promise<void> {
  await tx.q
    .updateTable('watcher_items')
    .set(changes)
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .where('key', '=', key)
    .execute();
}

export type Told = Pick<WatcherItemRow, 'alerted_at' | 'alerted_as' | 'action_id'>;

export async function markTold(
  tx: Tx,
  { project_id, watcher_id }: Of,
  keys: readonly string[],
  told: Told,
): Promise<void> {
  for (const some of chunks(keys)) {
    await tx.q
      .updateTable('watcher_items')
      .set({ ...told, owed: 0, found: null })
      .where('project_id', '=', project_id)
      .where('watcher_id', '=', watcher_id)
      .where('key', 'in', some)
      .execute();
  }
}

/** What came of these, by their keys. */
export async function findTold(
  reader: Reader,
  { project_id, watcher_id }: Of,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Pick<WatcherItemRow, 'action_id' | 'alias_link'>>> {
  const told = new Map<string, Pick<WatcherItemRow, 'action_id' | 'alias_link'>>();
  for (const some of chunks(keys)) {
    const rows = await reader.q
      .selectFrom('watcher_items')
      .select(['key', 'action_id', 'alias_link'])
      .where('project_id', '=', project_id)
      .where('watcher_id', '=', watcher_id)
      .where('key', 'in', some)
      .execute();
    for (const row of rows) told.set(row.key, row);
  }
  return told;
}

/** Matches that could not be told for want of quota, oldest first. */
export async function listOwed(
  reader: Reader,
  { project_id, watcher_id }: Of,
  limit: number,
): Promise<WatcherItemRow[]> {
  return reader.q
    .selectFrom('watcher_items')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .where('owed', '=', YES)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Of these, what has been gone for so long that it comes back as new: its old row must not be in the way. */
export async function forgetKeys(
  tx: Tx,
  { project_id, watcher_id }: Of,
  { before, keys }: { before: number; keys: readonly string[] },
): Promise<void> {
  for (const some of chunks(keys)) {
    await tx.q
      .deleteFrom('watcher_items')
      .where('project_id', '=', project_id)
      .where('watcher_id', '=', watcher_id)
      .where('key', 'in', some)
      .where('last_seen', '<', before)
      .execute();
  }
}

interface Unseen {
  readonly before: number;
  readonly limit: number;
}

/** What is gone from the source for so long that it may come back as new, at most so many. What is yet to be told stays. */
export async function forgetItems(tx: Tx, of: Of, unseen: Unseen): Promise<void> {
  await deleteItems(tx, of, await longestUnseen(tx, of, unseen, NONE));
}

/** Beyond the number that is kept, those that were not seen for longest, at most so many; what is yet to be told goes last. */
export async function forgetBeyond(
  tx: Tx,
  of: Of,
  { keep, limit, seen }: { keep: number; limit: number; seen: number },
): Promise<void> {
  const most = Math.min(limit, (await countItems(tx, of)) - keep);
  if (most <= 0) return;
  const rest = await longestUnseen(tx, of, { before: seen, limit: most }, NONE);
  const owed = rest.length < most ? await longestUnseen(tx, of, { before: seen, limit: most - rest.length }, YES) : [];
  await deleteItems(tx, of, [...rest, ...owed]);
}

function longestUnseen(
  tx: Tx,
  { project_id, watcher_id }: Of,
  { before, limit }: Unseen,
  owed: typeof YES | typeof NONE,
): Promise<Pick<WatcherItemRow, 'key'>[]> {
  return tx.q
    .selectFrom('watcher_items')
    .select('key')
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id)
    .where('owed', '=', owed)
    .where('last_seen', '<', before)
    .orderBy('last_seen')
    .limit(limit)
    .execute();
}

async function deleteItems(
  tx: Tx,
  { project_id, watcher_id }: Of,
  items: readonly Pick<WatcherItemRow, 'key'>[],
): Promise<void> {
  for (const some of chunks(items.map(({ key }) => key))) {
    await tx.q
      .deleteFrom('watcher_items')
      .where('project_id', '=', project_id)
      .where('watcher_id', '=', watcher_id)
      .where('key', 'in', some)
      .execute();
  }
}

/** True while there are more. */
export async function deleteSomeItems(tx: Tx, of: Of, limit: number): Promise<boolean> {
  const some = await tx.q
    .selectFrom('watcher_items')
    .select('key')
    .where('project_id', '=', of.project_id)
    .where('watcher_id', '=', of.watcher_id)
    .limit(limit)
    .execute();
  await deleteItems(tx, of, some);
  return some.length === limit;
}

/** Newest first. */
export async function listItemRows(
  reader: Reader,
  { project_id, watcher_id }: Of,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<WatcherItemRow[]> {
  let query = reader.q
    .selectFrom('watcher_items')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('watcher_id', '=', watcher_id);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

const withCard = ({ q }: Reader) =>
  q
    .selectFrom('watcher_items')
    .innerJoin('actions', (join) =>
      join
        .onRef('actions.project_id', '=', 'watcher_items.project_id')
        .onRef('actions.id', '=', 'watcher_items.action_id'),
    );

/** The card that another watcher of the project made of the same story, while it waits for a decision. */
export async function findOtherCard(
  reader: Reader,
  { project_id, watcher_id }: Of,
  alias_link: string,
  { now, since }: { now: number; since: number },
): Promise<string | undefined> {
  const found = await withCard(reader)
    .select('actions.id')
    .where('watcher_items.project_id', '=', project_id)
    .where('watcher_items.alias_link', '=', alias_link)
    .where('watcher_items.watcher_id', '!=', watcher_id)
    .where('actions.status', '=', 'pending')
    .where('actions.expires_at', '>', now)
    .where('actions.created_at', '>', since)
    .orderBy('actions.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

export type DecidedItem = Pick<WatcherItemRow, 'score' | 'matches' | 'url' | 'author'> &
  Pick<ActionRow, 'status' | 'expires_at'> & { readonly verdict: DecisionRow['verdict'] | null };

/** What became of the cards of a watcher, newest first. A card in a digest, or of another watcher, was not judged by itself. */
export async function listDecided(
  reader: Reader,
  { project_id, watcher_id }: Of,
  limit: number,
): Promise<DecidedItem[]> {
  return withCard(reader)
    .leftJoin('decisions', (join) =>
      join.onRef('decisions.project_id', '=', 'actions.project_id').onRef('decisions.action_id', '=', 'actions.id'),
    )
    .select([
      'watcher_items.score',
      'watcher_items.matches',
      'watcher_items.url',
      'watcher_items.author',
      'actions.status',
      'actions.expires_at',
      'decisions.verdict',
    ])
    .where('watcher_items.project_id', '=', project_id)
    .where('watcher_items.watcher_id', '=', watcher_id)
    .where('watcher_items.alerted_at', 'is not', null)
    .where('watcher_items.alerted_as', '=', 'card')
    .orderBy('watcher_items.alerted_at', 'desc')
    .limit(limit)
    .execute();
}
