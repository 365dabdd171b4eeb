// Tells new items from known ones. A feed that changes its ids, its links or its order tells no news.

import { type Aliases, normalTitle, type SeenItem } from './identity.ts';

/** What is remembered of an item. */
export interface KnownItem {
  readonly key: string;
  readonly aliases: Aliases;
  readonly content_hash: string;
}

export interface Known<K extends KnownItem> {
  /** Those whose key or one of whose aliases is in the fetch. */
  readonly items: readonly K[];
  /** Of all that is remembered: whether there are at least five. */
  readonly many: boolean;
  /** Normal titles of what was seen lately; asked for only when no key is known. */
  readonly titles: ReadonlySet<string>;
}

export type Recognised<K extends KnownItem> =
  /** `familiar`: its title was seen lately, under another key; looked at only when no key is known. */
  | { readonly is: 'new'; readonly item: SeenItem; readonly familiar: boolean }
  | { readonly is: 'same' | 'changed' | 'rekeyed'; readonly item: SeenItem; readonly known: K };

export interface Recognition<K extends KnownItem> {
  readonly items: readonly Recognised<K>[];
  /** The feed gave everything a new identity: nothing in it is news, unless it does so every time. */
  readonly rekeyedWhole: boolean;
  /** Nothing of what was known is there: if this is news at all, it is one piece of news. */
  readonly nothingInCommon: boolean;
}

const NAMES = ['link', 'guid', 'titleAndDay'] as const satisfies readonly (keyof Aliases)[];

export function recognise<K extends KnownItem>(fetched: readonly SeenItem[], known: Known<K>): Recognition<K> {
  const byKey = new Map(known.items.map((item) => [item.key, item]));
  const formerOf = renames(fetched, known.items);

  const items = fetched.map((item): Recognised<K> => {
    const same = byKey.get(item.key);
    if (same) return { is: same.content_hash === item.content_hash ? 'same' : 'changed', item, known: same };
    const former = formerOf(item);
    if (former) return { is: 'rekeyed', item, known: former };
    return { is: 'new', item, familiar: item.title !== '' && known.titles.has(normalTitle(item.title)) };
  });

  const anyKeyKnown = items.some(({ is }) => is === 'same' || is === 'changed');
  const familiar = items.filter((one) => one.is !== 'new' || one.familiar).length;
  return {
    items,
    rekeyedWhole: known.many && !anyKeyKnown && fetched.length > 0 && familiar * 2 >= fetched.length,
    nothingInCommon: known.many && familiar === 0,
  };
}

/** What an item was known as, if it has another key now; each is given once. */
function renames<K extends KnownItem>(fetched: readonly SeenItem[], known: readonly K[]) {
  const inFetch = new Set(fetched.map(({ key }) => key));
  // Still there under its own key: then it is not the one that was renamed.
  const gone = known.filter(({ key }) => !inFetch.has(key));
  if (gone.length === 0) return () => undefined; // mostly, and a feed may have thousands of items
  const usable = new Map(gone.flatMap((item) => aliasIds(item).map((id) => [id, item] as const)));
  const ambiguous = new Set([...sharedAliases(known), ...sharedAliases(fetched)]);
  const claimed = new Set<string>();
  return (item: SeenItem): K | undefined => {
    const former = aliasIds(item)
      .filter((id) => !ambiguous.has(id))
      .map((id) => usable.get(id))
      .find((one) => one !== undefined && !claimed.has(one.key));
    if (former) claimed.add(former.key);
    return former;
  };
}

/** An alias that two items share tells neither from the other: one page for all, one title every day. */
function sharedAliases(items: readonly Pick<KnownItem, 'aliases'>[]): string[] {
  const seen = new Set<string>();
  return items.flatMap(aliasIds).filter((id) => seen.size === seen.add(id).size);
}

/** In the order in which they are believed. */
function aliasIds({ aliases }: Pick<KnownItem, 'aliases'>): string[] {
  return NAMES.flatMap((name) => (aliases[name] === undefined ? [] : [`${name} ${aliases[name]}`]));
}
