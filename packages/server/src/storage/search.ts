// The search index: which actions may contain a text. The one thing the engines do differently; the answers are the same,
// because whoever asks looks at the actions themselves before it believes a candidate.

/** As much of a connection as the index needs. */
export interface Connection {
  run<Row>(query: { readonly sql: string; readonly parameters: readonly unknown[] }): Promise<Row[]>;
}

/** Shorter texts have no trigram to look up. */
export const SHORTEST_INDEXED = 3;

export interface SearchEntry {
  readonly action_id: string;
  /** Already folded: the index compares to the letter. */
  readonly text: string;
}

export interface SearchQuestion {
  readonly project_id: string;
  readonly text: string;
  /** Only actions older than this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface SearchReader {
  /** Ids that may match, newest first: every match among the older ones, up to `limit`. */
  find(connection: Connection, question: SearchQuestion): Promise<string[]>;
}

/** What a transaction has. */
export interface SearchIndex extends SearchReader {
  /** Entries of one project in the order of their ids. Returns those it could not take: they stay to be scanned. */
  add(connection: Connection, project_id: string, entries: readonly SearchEntry[]): Promise<readonly SearchEntry[]>;
}
