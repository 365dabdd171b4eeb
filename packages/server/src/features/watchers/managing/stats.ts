// What became of the cards of a watcher, keyword by keyword, and what could be changed. Only a person changes it.

import type { Match, WatcherStats } from '@countersign/contract';
import type { App, Caller } from '../../../app.ts';
import { nowOf } from '../../../app.ts';
import type { Rules } from '../keywords/rules.ts';
import { type DecidedItem, listDecided } from '../stores/item-store.ts';
import { rulesOf } from '../watcher.ts';
import { existing } from './read-watchers.ts';

/** The newest so many are looked at. */
const LOOKED_AT = 2000;
const SHOWN = 50;
const ENOUGH = 10;
const MAX_SUGGESTIONS = 3;
/** A change is worth a word when it removes so many for each approval that it loses. */
const WORTH = 10;

export async function readStats(app: App, caller: Caller, id: string): Promise<WatcherStats> {
  const watcher = await existing(app, caller, id);
  const rows = await listDecided(app.reader, { project_id: caller.project_id, watcher_id: id }, LOOKED_AT);
  return statsOf(rulesOf(watcher), rows, nowOf(app));
}

interface Judged {
  readonly score: number;
  readonly matches: readonly Match[];
  readonly fate: 'approved' | 'rejected' | 'expired' | 'open';
  readonly host: string;
  readonly author: string;
}

function statsOf(rules: Rules, rows: readonly DecidedItem[], now: number): WatcherStats {
  const cards = rows.map((row) => judged(row, now));
  const keywords = rules.keywords.map(({ pattern }) => ({
    pattern,
    ...tallyOf(cards.filter(({ matches }) => matches.some((match) => match.pattern === pattern))),
  }));
  return {
    keywords,
    sources: by(cards, 'host').map(([host, some]) => ({ host, ...tallyOf(some) })),
    authors: by(cards, 'author').map(([author, some]) => ({ author, ...tallyOf(some) })),
    suggestions: suggestionsOf(rules, cards),
  };
}

function judged(row: DecidedItem, now: number): Judged {
  const expired = row.status === 'expired' || (row.status === 'pending' && row.expires_at <= now);
  const verdict = row.verdict === 'approve' ? 'approved' : row.verdict === 'reject' ? 'rejected' : undefined;
  return {
    score: row.score,
    matches: JSON.parse(row.matches) as Match[],
    fate: verdict ?? (expired ? 'expired' : 'open'),
    host: row.url === null ? '' : new URL(row.url).host,
    author: row.author,
  };
}

function tallyOf(cards: readonly Judged[]) {
  const count = (fate: Judged['fate']) => cards.filter((card) => card.fate === fate).length;
  const [approved, rejected, expired] = [count('approved'), count('rejected'), count('expired')];
  const decided = approved + rejected;
  return {
    matched: cards.length,
    approved,
    rejected,
    expired,
    ...(decided === 0 ? {} : { precision: Math.round((approved / decided) * 1000) / 1000 }),
  };
}

/** The most frequent first. */
function by(cards: readonly Judged[], member: 'host' | 'author'): [string, Judged[]][] {
  const groups = Map.groupBy(
    cards.filter((card) => card[member] !== ''),
    (card) => card[member],
  );
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length).slice(0, SHOWN);
}

/** From stored scores alone, so that the numbers are exact: what a change would have done to these cards. */
function suggestionsOf(rules: Rules, cards: readonly Judged[]): WatcherStats['suggestions'] {
  const settled = cards.filter(({ fate }) => fate !== 'open');
  if (settled.length < ENOUGH) return [];
  const effect = (removed: readonly Judged[]) => ({
    removes: removed.length,
    loses: removed.filter(({ fate }) => fate === 'approved').length,
  });
  const raised = [...new Set(settled.map(({ score }) => score + 1))]
    .filter((min_score) => min_score > rules.min_score)
    .map((min_score) => ({ min_score, ...effect(settled.filter(({ score }) => score < min_score)) }));
  const dropped = rules.keywords.map(({ pattern, points }) => {
    const removed = settled.filter(
      ({ score, matches }) => matches.some((match) => match.pattern === pattern) && score - points < rules.min_score,
    );
    return { drop_keyword: pattern, ...effect(removed) };
  });
  return [...raised, ...dropped]
    .filter(({ removes, loses }) => removes >= ENOUGH && removes >= WORTH * (loses + 1) && removes < settled.length)
    .toSorted((a, b) => b.removes - b.loses * WORTH - (a.removes - a.loses * WORTH))
    .slice(0, MAX_SUGGESTIONS)
    .map((change) => ({ ...change, text: textOf(change) }));
}

function textOf(change: { min_score?: number; drop_keyword?: string; removes: number; loses: number }): string {
  const what =
    change.min_score === undefined ? `Without "${change.drop_keyword}"` : `With min_score ${change.min_score}`;
  return `${what}, ${change.removes} cards would not have come; ${change.loses} of them were approved.`;
}
