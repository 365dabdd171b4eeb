// The last good result of a feed, whole, some items at a time.

import type { App } from '../../../app.ts';
import type { SeenItem } from '../identity.ts';
import { ask } from './ask.ts';
import { ITEMS_AT_ONCE } from './at-once.ts';
import type { FeedResult } from './work.ts';

/** Undefined when it cannot be read in time. */
export async function loadResult(app: App, packed: string): Promise<FeedResult | undefined> {
  const first = await ask(app, { do: 'result', packed });
  return first && loadRest(app, packed, first);
}

/** `first` holds the first items; the others come after them. */
export async function loadRest(app: App, packed: string, first: FeedResult): Promise<FeedResult | undefined> {
  const items: SeenItem[] = [...first.items];
  for (let some = first.items; some.length === ITEMS_AT_ONCE; ) {
    const next = await ask(app, { do: 'result', packed, from: items.length });
    if (!next) return undefined;
    some = next.items;
    items.push(...some);
  }
  return { ...first, items };
}
