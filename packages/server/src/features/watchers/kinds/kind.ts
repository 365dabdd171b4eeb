// What a kind of watcher is: everything in which one differs from another, and no more.

import type { Match, WatcherConfig } from '@countersign/contract';
import type { Config } from '../../../config.ts';

export interface Kind {
  /** A feed is a list of items, of which some are new; a page is one text, which is not what it was. */
  readonly reads: 'feed' | 'page';
  /** What its keywords may name: `title:word`. */
  readonly fields: readonly Match['field'][];
  /** The config as it is kept. Throws what is wrong with it. */
  checkConfig(config: WatcherConfig): WatcherConfig;
  /** Where it is read, of a config that was checked. Watchers with the same address share one fetch. */
  urlOf(settings: Config, config: WatcherConfig): string;
  /** The address is the user's own choice, who may not choose one inside our network. */
  readonly isAddressGiven: boolean;
  /** The part of a page that is compared, as an expression; all of it when undefined. */
  partOf?(config: WatcherConfig): string | undefined;
  /** The same from the site's own interface, asked instead when we have a token for it. */
  apiUrlOf?(settings: Config, config: WatcherConfig): string;
  /** Where an item is from, when that says more than the title of the feed. */
  placeOf?(item: Placed): string | undefined;
  /** What the payload of a card has besides. */
  factsOf?(item: Placed): object;
}

/** Of an item, what tells where it is from. */
export interface Placed {
  readonly tags: readonly string[];
  readonly reddit_id?: string | undefined;
}

export const ITEM_FIELDS = ['title', 'body', 'author', 'tag', 'url'] as const;
