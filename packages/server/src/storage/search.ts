// The search index: which actions may contain a text. The one thing the engines do differently; the answers are the same,
// because whoever asks looks at the actions themselves before it believes a candidate.

interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** As much of a connection as the index needs. */
export interface Connection {
  run<Row>(query: Query): Promise<Row[]>;
  /** Undefined when it would take longer. */
  runWithin<Row>(ms: number, query: Query): Promise<Row[] | undefined>;
}

/** And of a transaction. */
export interface Writing extends Pick<Connection, 'run'> {
  send(query: Query): Promise<void>;
  letOthersIn(): Promise<void>;
}

/** Shorter texts have no trigram to look up. */
export const SHORTEST_INDEXED = 3;

/** A piece of an action's text: a long one comes in pieces that overlap, so that none takes long to index. */
export interface SearchEntry {
  readonly project_id: string;
  readonly action_id: string;
  /** Pieces come in order, from 0. */
  readonly piece: number;
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

export interface Candidates {
  /** Newest first. */
  readonly ids: readonly string[];
  /** What is older than this was not looked at; undefined when everything was. */
  readonly seenTo: string | undefined;
}

export interface SearchReader {
  find(connection: Connection, question: SearchQuestion): Promise<Candidates>;
}

/** What a transaction has. */
export interface SearchIndex extends SearchReader {
  /** Returns those that the index cannot take: their actions stay to be scanned. */
  add(connection: Writing, entries: readonly SearchEntry[]): Promise<readonly SearchEntry[]>;
  remove(connection: Pick<Connection, 'run'>, project_id: string, action_ids: readonly string[]): Promise<void>;
  /** A short step of keeping the index in order; false when there is nothing to do. */
  tidy(connection: Pick<Connection, 'run'>): Promise<boolean>;
  /** A short step of writing it anew without what was removed from it; false when that is done. The first begins it. */
  rewrite(connection: Pick<Connection, 'run'>, isFirst: boolean): Promise<boolean>;
}
