// How far a list has to be scrolled so that what is read in it stays where it is, when rows came or went above.

interface Row {
  readonly id: string;
}

interface Sight {
  /** The places of the rows in sight: from this one, up to but not with that one. */
  readonly from: number;
  readonly to: number;
  /** The row that is worked on, if it is the same as before. */
  readonly focused: string | undefined;
}

/** In rows. The row that is worked on stays, where it is in sight; else the first one in sight that is still there. */
export function steadily(before: readonly Row[], after: readonly Row[], { from, to, focused }: Sight): number {
  const inSight = before.slice(from, to).map(({ id }, n) => ({ id, at: from + n }));
  for (const { id, at } of inSight.toSorted((a, b) => Number(b.id === focused) - Number(a.id === focused))) {
    const place = after.findIndex((row) => row.id === id);
    if (place >= 0) return place - at;
  }
  return 0;
}

/** Only what a row tells is another. */
export function isSameOrder(before: readonly Row[], after: readonly Row[]): boolean {
  return before.length === after.length && after.every(({ id }, at) => id === before[at]?.id);
}
