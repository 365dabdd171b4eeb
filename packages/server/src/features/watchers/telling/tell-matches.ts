// Tells what a run found: cards, one digest for what is too much, events for channels. Nothing is dropped.

import type { App } from '../../../app.ts';
import { firstIdAt } from '../../../base/id.ts';
import type { Tx } from '../../../storage/database.ts';
import type { WatcherItemRow, WatcherRow } from '../../../storage/watcher-rows.ts';
import { createInside, type Proposal } from '../../actions/create-action.ts';
import { countOfKindSince } from '../../actions/list-store.ts';
import { recordAudit } from '../../audit/record.ts';
import { approvalsLeft } from '../../billing/quota.ts';
import { lockProject } from '../../project/store.ts';
import { breatherOf } from '../breathe.ts';
import { KINDS } from '../kinds/kinds.ts';
import type { Circumstance } from '../running/findings.ts';
import { findOtherCard, listOwed, markTold, type Told, updateItem } from '../stores/item-store.ts';
import { watcherActor } from '../watcher.ts';
import { type About, CARD_KIND, cardOf, digestOf } from './card.ts';
import { matchedEvent, type WatcherEvents } from './events.ts';
import { type Found, inOrder } from './match.ts';
import { planTelling } from './plan.ts';

const CARDS_AN_HOUR = 100;
/** Fewer than so many are told one by one, also after a rest. */
export const FEW = 5;
const STORY_SECONDS = 86_400;
const OWED_A_RUN = 200;

interface ToTell {
  readonly watcher: WatcherRow;
  readonly matches: readonly Found[];
  readonly circumstance: Circumstance;
  readonly about: About;
  readonly quotaUsedUp: boolean;
}

export interface ToldOf {
  readonly matched: number;
  readonly digests: number;
}

export async function tellMatches(tx: Tx, app: App, events: WatcherEvents, toTell: ToTell): Promise<ToldOf> {
  const { watcher, circumstance, about, quotaUsedUp } = toTell;
  const of = { project_id: watcher.project_id, watcher_id: watcher.id };
  const owed = await listOwed(tx, of, OWED_A_RUN);
  const all = inOrder([...toTell.matches, ...owed.flatMap(foundAgain)]);
  if (all.length === 0) return { matched: 0, digests: 0 };
  // Two watchers of a project must not make two cards of one story, nor pass the hourly number together.
  await lockProject(tx, watcher.project_id);

  const tell = tellerOf(tx, app, events, watcher);
  if (await events.takesInstead(tx, watcher)) {
    await tell(all, { as: 'event', action_id: null });
    return { matched: all.length, digests: 0 };
  }
  const together = circumstance !== 'usual' || owed.length > 0;
  const telling = { watcher, about, together, togetherFrom: circumstance === 'all_new' ? 1 : FEW, quotaUsedUp };
  return tellInbox(tx, app, { ...telling, digestSlot: `digest ${about.run_id}` }, all, tell);
}

interface Manner {
  readonly watcher: WatcherRow;
  readonly about: About;
  readonly together: boolean;
  readonly togetherFrom: number;
  readonly quotaUsedUp: boolean;
  /** What is told as one is made once. */
  readonly digestSlot: string;
}

/** Writes down that these were told, and how. */
export type Tell = (found: readonly Found[], as: { as: ToldAs; action_id: string | null }) => Promise<void>;
type ToldAs = NonNullable<Told['alerted_as']>;

/** The project is locked. `found` in the order of telling. */
export async function tellInbox(
  tx: Tx,
  app: App,
  { watcher, about, together, togetherFrom, quotaUsedUp, digestSlot }: Manner,
  found: readonly Found[],
  tell: Tell,
): Promise<ToldOf> {
  const { left, elsewhere } = await storiesToldElsewhere(tx, app, watcher, found);
  for (const [one, action_id] of elsewhere) await tell([one], { as: 'other_card', action_id });

  const plan = planTelling(left, {
    together,
    togetherFrom,
    hourlyLeft: CARDS_AN_HOUR - (await cardsThisHour(tx, watcher.project_id)),
    quotaLeft: quotaUsedUp ? 0 : await approvalsLeft(tx, app.config, watcher.project_id),
  });
  const breathe = breatherOf(app, 3);
  for (const one of plan.cards) {
    const action_id = await make(tx, app, watcher, one.key, cardOf(one, about));
    await tell([one], { as: 'card', action_id });
    await breathe();
  }
  if (plan.digest.length > 0) {
    const action_id = await make(tx, app, watcher, digestSlot, digestOf(plan.digest, about));
    await tell(plan.digest, { as: 'digest', action_id });
  }
  for (const one of plan.owed) {
    const owing = { owed: 1, found: JSON.stringify(one) } as const;
    await updateItem(tx, { project_id: watcher.project_id, watcher_id: watcher.id }, one.key, owing);
    await breathe();
  }
  return { matched: found.length - plan.owed.length, digests: plan.digest.length > 0 ? 1 : 0 };
}

/** In a namespace that no client can reach: theirs begin with other words. */
async function make(tx: Tx, app: App, watcher: WatcherRow, what: string, proposal: Proposal): Promise<string> {
  const origin = {
    creator: watcherActor(watcher),
    slot: `watch ${watcher.id} ${what}`,
    untrusted: true,
    color: watcher.color,
  } as const;
  return (await createInside(tx, app, origin, proposal)).action.id;
}

function tellerOf(tx: Tx, app: App, events: WatcherEvents, watcher: WatcherRow): Tell {
  const { project_id, id: watcher_id } = watcher;
  return async (found, { as, action_id }) => {
    const keys = found.map(({ key }) => key);
    const breathe = breatherOf(app, 20);
    await markTold(tx, { project_id, watcher_id }, keys, { alerted_at: tx.now, alerted_as: as, action_id });
    for (const key of keys) {
      const facts = { item: key, told_as: as, ...(action_id === null ? {} : { action_id }) };
      await recordAudit(tx, watcherActor(watcher), { event: 'watcher.hit', entity_id: watcher_id, facts });
      await breathe();
    }
    const at = { matched_at: tx.now, action_id: action_id ?? undefined };
    const matched = found.map((one) => matchedEvent(watcher, one, at));
    await (as === 'digest' ? events.digest : events.matched)(tx, project_id, matched);
  };
}

/** A page's changes are stories of their own; anything else may be waiting for a decision already. */
async function storiesToldElsewhere(tx: Tx, app: App, watcher: WatcherRow, all: readonly Found[]) {
  const breathe = breatherOf(app, 20);
  const left: Found[] = [];
  const elsewhere: [Found, string][] = [];
  const of = { project_id: watcher.project_id, watcher_id: watcher.id };
  const when = { now: tx.now, since: tx.now - STORY_SECONDS };
  for (const found of all) {
    const link = KINDS[watcher.kind].reads === 'page' ? undefined : found.alias_link;
    const action_id = link === undefined ? undefined : await findOtherCard(tx, of, link, when);
    await breathe();
    if (action_id === undefined) left.push(found);
    else elsewhere.push([found, action_id]);
  }
  return { left, elsewhere };
}

async function cardsThisHour(tx: Tx, project_id: string): Promise<number> {
  const since = firstIdAt('act', tx.now - 3600);
  return countOfKindSince(tx, { project_id, kind: CARD_KIND, since, most: CARDS_AN_HOUR });
}

/** Under the key that it has now: the feed may have given it another since. */
function foundAgain({ key, found }: WatcherItemRow): Found[] {
  return found === null ? [] : [{ ...(JSON.parse(found) as Found), key }];
}
