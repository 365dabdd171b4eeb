// What holds of a watcher of a page: it keeps what the page has shown, one after the other and never one twice in a row; each but
// the first is told, with it or not at all, and the first is not. When all is well it has the page as it is.

import { unpack } from '../../src/features/watchers/thread/packed.ts';
import type { ActionRow } from '../../src/storage/schema.ts';
import type { WatcherRow, WatcherSnapshotRow } from '../../src/storage/watcher-rows.ts';
import type { Committed } from './committed.ts';
import type { Model } from './model.ts';
import { textOf } from './page-site.ts';
import type { Sites } from './sites.ts';
import { promise } from './violation.ts';

/** What one watcher has accepted, in order; and which copy of the page the last was, as far as can be said. */
export interface KnownPage {
  readonly texts: string[];
  copy: number;
}

export const isPage = ({ kind }: Pick<WatcherRow, 'kind'>) => kind === 'url_diff';

const SNAPSHOTS = 'SELECT number, packed FROM watcher_snapshots WHERE watcher_id = ? AND number > ? ORDER BY number';

/** After the hits. */
export function takeInPage({ watching, actions }: Model, committed: Committed, sites: Sites, row: WatcherRow): void {
  const { id, snapshot_number } = row;
  const known = watching.pages.get(id) ?? { texts: [], copy: -1 };
  watching.pages.set(id, known);
  const rows = committed.query(SNAPSHOTS, id, known.texts.length) as unknown as readonly WatcherSnapshotRow[];
  for (const { number, packed } of rows) {
    const text = unpack(packed);
    promise(number === known.texts.length + 1, `${id} has snapshot ${number} after ${known.texts.length}`);
    promise(
      sites.bodies().some((body) => textOf(body) === text),
      `${id} has seen what the page never showed`,
    );
    promise(text !== known.texts.at(-1), `${id} has seen one change twice, as ${number}`);
    const hit = watching.hits.get(`${id} ${number}`);
    const isTold = hit !== undefined;
    const isQuiet = row.flapping_until !== null && known.texts.includes(text);
    promise(isTold === number > 1 || isQuiet, `snapshot ${number} of ${id} is ${isTold ? '' : 'not '}told`);
    const card = hit?.told_as === 'card' ? actions.get(hit.action_id ?? '') : undefined;
    if (card) checkDiff(card.row, known.texts.at(-1) ?? '', text);
    checkOrder(known, sites, id, text);
    known.texts.push(text);
  }
  promise(known.texts.length === snapshot_number, `${id} counts ${snapshot_number}, and has ${known.texts.length}`);
}

/** A card says what came and what went since the last that was accepted, and nothing else. */
function checkDiff({ id, preview_body }: ActionRow, before: string, after: string): void {
  const [old, fresh] = [new Set(before.split('\n')), new Set(after.split('\n'))];
  const lines = preview_body.split('\n').slice(2); // after the names of the two
  const said = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));
  const [came, went] = [[...fresh].filter((line) => !old.has(line)), [...old].filter((line) => !fresh.has(line))];
  const isTrue = said('+').join() === came.join() && said('-').join() === went.join();
  promise(isTrue, `${id} says other than has changed: ${preview_body}`);
}

/** Where the site has shown nothing old, what is seen later is later; or the same again, after something that was no copy of it. */
function checkOrder(known: KnownPage, sites: Sites, id: string, text: string): void {
  const copies = sites.pages().map((body) => textOf(body));
  const later = copies.findIndex((copy, index) => index >= known.copy && copy === text);
  if (later >= 0) known.copy = later;
  else promise(sites.hasShownOlder() || !copies.includes(text), `${id} has gone back to an older copy`);
}

/** The first look tells nothing. */
export function checkPageHit(watcher_id: string, item: string): void {
  promise(Number(item) > 1, `${watcher_id} told of what was there at first`);
}

/** Whether it has the page as it is. */
export function seesPage({ watching }: Model, sites: Sites, watcher_id: string): boolean {
  const page = sites.pages().at(-1);
  return page !== undefined && watching.pages.get(watcher_id)?.texts.at(-1) === textOf(page);
}
