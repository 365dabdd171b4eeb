// How far someone has come in following what is committed. Transactions do not end in the order in which they begin, so
// "everything up to this number" would lose those that were still open: a mark names them.

export interface Mark {
  /** The first transaction that had not begun yet. */
  readonly next: number;
  /** Those that had begun and not ended, ascending. */
  readonly open: readonly number[];
  /** Of the database, in letters and digits: in another, numbers may come again that are passed here. */
  readonly life?: string | undefined;
}

/** Those that were open at `from` and have ended by `to`: they come late, with numbers that were passed already. */
export function endedBetween(from: Mark, to: Mark): readonly number[] {
  return from.open.filter((number) => number < to.next && !to.open.includes(number));
}

/** Whether what the transaction wrote was to be seen. */
export function isSeen({ next, open }: Mark, number: number): boolean {
  return number < next && !open.includes(number);
}

/** On the way to `to`, in the order of the numbers: where someone is who has seen this one too. */
export function passing(to: Mark, number: number): Mark {
  return { ...to, next: number + 1, open: to.open.filter((open) => open <= number) };
}

/** PostgreSQL's own form of it: `xmin:xmax:xip,xip`. */
export function markOfSnapshot(snapshot: string): Mark {
  const [, next, open = ''] = snapshot.split(':');
  return {
    next: Number(next),
    open: open === '' ? [] : open.split(',').map(Number),
  };
}
