// What a feed says, whatever its format: the shape every parser in this folder gives.

export interface FeedItem {
  /** RSS `guid`, Atom `id`, `rdf:about`, JSON Feed `id`: trimmed, as it stands. */
  readonly id?: string;
  /** Plain text on one line: no tags, entities resolved. */
  readonly title?: string;
  /** Absolute when a base is known; http or https, nothing else. */
  readonly link?: string;
  /** Plain text: the content, else the summary. */
  readonly body?: string;
  readonly author?: string;
  readonly tags: readonly string[];
  /** Unix seconds, as the feed says; may lie in the future. */
  readonly published_at?: number;
  readonly updated_at?: number;
}

export interface Feed {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json';
  readonly title?: string;
  /** The site the feed belongs to. */
  readonly link?: string;
  readonly items: readonly FeedItem[];
  /** False when the text ended inside the feed: items may be missing, so it is no baseline. */
  readonly complete: boolean;
  /** How long it asks not to be fetched again: `ttl`, or `sy:updatePeriod` over `sy:updateFrequency`. */
  readonly ttl_s?: number;
}

/** Why an answer is no feed. `not_a_feed`: it is something else, an HTML page say. `parse_error`: it tries to be one. */
export type FeedProblem = 'empty' | 'not_a_feed' | 'parse_error';

export type ParsedFeed =
  | { readonly ok: true; readonly feed: Feed }
  | { readonly ok: false; readonly problem: FeedProblem };
