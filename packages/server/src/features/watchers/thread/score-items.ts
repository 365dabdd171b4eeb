// Scores many items, some at a time.

import type { App } from '../../../app.ts';
import type { SeenItem } from '../identity.ts';
import type { Rules, Score } from '../keywords/rules.ts';
import { ask } from './ask.ts';
import { ITEMS_AT_ONCE } from './at-once.ts';

/** In the order of the items; undefined when it takes too long. */
export async function scoreItems(app: App, rules: Rules, items: readonly SeenItem[]): Promise<Score[] | undefined> {
  const scores: Score[] = [];
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    const some = await ask(app, { do: 'score', rules, items: items.slice(at, at + ITEMS_AT_ONCE) });
    if (!some) return undefined;
    scores.push(...some);
  }
  return scores;
}
