// What the floor asks of a database. Values go in by position; the texts use `?` and each engine reads them its own way.

export type Value = string | number | null;

export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

export interface FloorStorage {
  read<Row>(statement: Statement): Promise<Row[]>;
  /**
   * One transaction. The first statement is the guard: when it returns no row the others are left out. Answers when the
   * commit is durable, with what the guard returned.
   */
  write<Row>(guard: Statement, ...others: readonly Statement[]): Promise<Row | undefined>;
}
