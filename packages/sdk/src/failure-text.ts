// What went wrong, in words that the service takes: a report that it refuses is none.

const MOST_CHARACTERS = 2000;

export function failureText(failure: unknown): string {
  return [...wordsOf(failure).replaceAll('\0', '�').toWellFormed()].slice(0, MOST_CHARACTERS).join('');
}

/** Anything can be thrown, also what cannot be written. */
function wordsOf(failure: unknown): string {
  try {
    return String(failure instanceof Error ? failure.message : failure);
  } catch {
    return 'something that has no words was thrown';
  }
}
