// Keeps what a run has seen, and forgets what is old. Under the fence of the watcher, as all that a run writes.

import type { App } from '../../../app.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { breatherOf } from '../breathe.ts';
import {
  bringForward,
  forgetBeyond,
  forgetItems,
  forgetKeys,
  insertItems,
  touchItems,
  updateItem,
} from '../stores/item-store.ts';
import { lockWatcher } from '../stores/store.ts';
import { REMEMBERED_SECONDS } from './evaluate-feed.ts';
import type { Findings } from './findings.ts';

const MAX_ITEMS = 10_000;
/** So few at a time that nobody waits for it. */
const FORGOTTEN_A_RUN = 200;
const STORED_A_STEP = 200;

/**
 * Of very many new items those that tell nothing are stored before, in steps: a crash between them loses no news. False when
 * someone else has the watcher.
 */
export async function storeFirst(app: App, watcher: WatcherRow, findings: Findings): Promise<boolean> {
  if (findings.fresh.length <= STORED_A_STEP) return true;
  const told = new Set(findings.matches.map(({ key }) => key));
  const plain = findings.fresh.filter(({ key }) => !told.has(key));
  for (let at = 0; at < plain.length; at += STORED_A_STEP) {
    const some = plain.slice(at, at + STORED_A_STEP);
    const kept = await inTransaction(app, async (tx) => {
      const row = await lockWatcher(tx, watcher.project_id, watcher.id);
      if (row?.fence !== watcher.fence) return false;
      await forgetStale(tx, watcher, some);
      await insertItems(tx, itemRows(tx, watcher, some), breatherOf(app, 1));
      return true;
    });
    if (!kept) return false;
  }
  return true;
}

function itemRows(tx: Tx, { project_id, id }: WatcherRow, drafts: Findings['fresh']) {
  return drafts.map((draft) => ({
    ...draft,
    project_id,
    watcher_id: id,
    id: tx.newId('itm'),
    first_seen: tx.now,
    last_seen: tx.now,
    owed: 0 as const,
    found: null,
    alerted_at: null,
    alerted_as: null,
    action_id: null,
  }));
}

/** The keys that were really new. */
export async function storeItems(tx: Tx, app: App, watcher: WatcherRow, findings: Findings): Promise<Set<string>> {
  const breathe = breatherOf(app, 1);
  const breatheNowAndThen = breatherOf(app, 20);
  const of = { project_id: watcher.project_id, watcher_id: watcher.id };
  const { evaluated_at, last_success_at } = watcher;
  if (findings.lookedThrough && evaluated_at !== null && last_success_at !== null && last_success_at > evaluated_at) {
    await bringForward(tx, of, { from: evaluated_at, to: last_success_at });
  }
  const renamed = findings.changed.flatMap(({ key, changes }) =>
    changes.key === undefined || changes.key === key ? [] : [{ key: changes.key }],
  );
  const told = new Set(findings.matches.map(({ key }) => key));
  const many = findings.fresh.length > STORED_A_STEP;
  const left = many ? findings.fresh.filter(({ key }) => told.has(key)) : findings.fresh;
  const storedFirst = many ? findings.fresh.flatMap(({ key }) => (told.has(key) ? [] : [key])) : [];
  if (findings.lookedThrough) await forgetStale(tx, watcher, [...renamed, ...left]);
  for (const { key, changes } of findings.changed) {
    await updateItem(tx, of, key, changes);
    await breatheNowAndThen();
  }
  // Of one look all are seen at one moment, by which the next tells them from what was gone by then.
  await touchItems(tx, of, [...findings.touched, ...storedFirst], breathe);
  if (findings.fresh.length === 0) return new Set();
  const inserted = await insertItems(tx, itemRows(tx, watcher, left), breathe);
  return new Set([...inserted, ...storedFirst]);
}

/** Not what was in the last good look: that stays, however long ago it was. */
async function forgetStale(
  tx: Tx,
  { project_id, id, evaluated_at }: WatcherRow,
  items: readonly { readonly key: string }[],
): Promise<void> {
  const before = Math.min(tx.now - REMEMBERED_SECONDS, evaluated_at ?? tx.now);
  await forgetKeys(tx, { project_id, watcher_id: id }, { before, keys: items.map(({ key }) => key) });
}

/** What is gone from the source for long, and what is too much. */
export async function forgetOld(tx: Tx, watcher: WatcherRow, findings: Findings): Promise<void> {
  const isKnown = findings.lookedThrough || findings.snapshot !== undefined; // of a page, each change is an item
  if (!isKnown || findings.fresh.length === 0) return;
  const of = { project_id: watcher.project_id, watcher_id: watcher.id };
  await forgetItems(tx, of, { before: tx.now - REMEMBERED_SECONDS, limit: FORGOTTEN_A_RUN });
  await forgetBeyond(tx, of, { keep: MAX_ITEMS, limit: FORGOTTEN_A_RUN, seen: tx.now });
}
