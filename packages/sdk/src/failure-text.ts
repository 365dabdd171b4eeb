// What went wrong, in words that the service takes: a report that it refuses is none.

const MOST_CHARACTERS = 2000;

export function failureText(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure);
  return [...text.replaceAll('\0', '�').toWellFormed()].slice(0, MOST_CHARACTERS).join('');
}
