// JSON to a value that prints as it was written: a number may be longer than what computers count with, such as the id of a
// post, and one that differs in its last digit is another one.

/** What `JSON` can do here, and its types do not know of yet. */
const ExactJson = JSON as typeof JSON & {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};

/** Hearing of every value takes many times as long: only where one may be too long, or too large. */
const MAY_BE_INEXACT = /\d{16}|\d[eE]/;

/** Throws what `JSON.parse` does; and where it lies too deep. */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  const asWritten = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    source !== undefined && isInexact(value) ? ExactJson.rawJSON(source) : value;
  return JSON.parse(text, asWritten);
}

/** A number as it is written: neither a list nor an object. */
export function isWritten(value: unknown): boolean {
  return ExactJson.isRawJSON(value);
}

/** A fraction that is cut after so many places is the same to whoever reads it. */
function isInexact(value: unknown): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value) && !(value % 1);
}
