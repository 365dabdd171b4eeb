// Matches that a channel was to take instead of the inbox, and cannot be told of any more: it is off, gone, or never answered.

import { type App, sweepTopic } from '../../../app.ts';
import type { Tx } from '../../../storage/database.ts';
import { lockProject } from '../../project/store.ts';
import { sourceOf } from '../sources/source.ts';
import { findTold, markTold } from '../stores/item-store.ts';
import { findWatcher } from '../stores/store.ts';
import { configOf } from '../watcher.ts';
import type { MatchedEvent } from './events.ts';
import { type Found, inOrder, type PageChange } from './match.ts';
import { FEW, tellInbox } from './tell-matches.ts';

interface Returned {
  readonly project_id: string;
  /** Of this call alone, for ever. */
  readonly id: string;
  /** Each a `MatchedEvent` as JSON. */
  readonly matches: readonly string[];
}

/** Whoever hears of matches has heard of these; only the inbox has not. */
export async function bringIntoInbox(tx: Tx, app: App, { project_id, id, matches }: Returned): Promise<void> {
  const all = matches.map((match) => JSON.parse(match) as MatchedEvent);
  const events = all.filter(({ action_id }) => action_id === undefined);
  const project = await lockProject(tx, project_id);
  if (!project) return;
  for (const [watcher_id, some] of Map.groupBy(events, ({ watcher }) => watcher.id)) {
    const watcher = await findWatcher(tx, project_id, watcher_id);
    if (!watcher) continue; // deleted, with all that it knew
    const of = { project_id, watcher_id };
    const items = await findTold(
      tx,
      of,
      some.map(({ item }) => item.key),
    );
    const found = some.flatMap((event) => {
      const item = items.get(event.item.key);
      return item?.action_id ? [] : [foundOf(event, item?.alias_link ?? undefined)]; // another channel gave it back before
    });
    const about = {
      watcher,
      feedTitle: '',
      sourceUrl: watcher.effective_url ?? sourceOf(app.config, watcher.kind, configOf(watcher)).url,
      zone: project.timezone,
    };
    const telling = {
      watcher,
      about,
      together: true,
      togetherFrom: FEW,
      quotaUsedUp: false,
      digestSlot: `digest ${id}`,
    };
    await tellInbox(tx, app, telling, inOrder(found), async (told, { as, action_id }) => {
      const keys = told.map(({ key }) => key);
      await markTold(tx, of, keys, { alerted_at: tx.now, alerted_as: as, action_id });
    });
  }
  for (const sweep of ['search', 'expiry']) tx.announce(sweepTopic(sweep)); // as after any create
}

function foundOf({ item, score, matches, diff }: MatchedEvent, alias_link: string | undefined): Found {
  const { summary, author = '', ...rest } = item;
  return {
    ...rest,
    author,
    tags: [],
    body: summary,
    score,
    matches,
    ...(alias_link === undefined ? {} : { alias_link }),
    ...(diff === undefined ? {} : { page: pageOf(item.key, diff) }),
  };
}

/** As much as the diff tells. */
function pageOf(key: string, diff: string): PageChange {
  const lines = diff.split('\n').slice(2); // without its head
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return {
    diff,
    added: count('+'),
    removed: count('-'),
    snapshot: Number(key),
    flapping: false,
    binary: false,
  };
}
