// Lists in the text of a query, of few lengths: each length is a statement of its own, and only so many are kept prepared.

/** For `in`: to repeat one changes nothing. */
export function inFewLengths(ids: readonly string[]): readonly string[] {
  const [first] = ids;
  if (first === undefined) return ids;
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array<string>(length - ids.length).fill(first)];
}
