// What went wrong, in words that the service takes: a report that it refuses is none.

const MOST_CHARACTERS = 2000;

/** Frameworks put the stack of an error into the words of theirs: where files lie is nobody's business who reads the inbox. */
const STACK = /\n {4}at .*/g;

export function failureText(failure: unknown): string {
  const words = wordsOf(failure).replace(STACK, '').replaceAll('\0', '�').toWellFormed();
  return [...words].slice(0, MOST_CHARACTERS).join('');
}

/** Anything can be thrown, also what cannot be written. */
function wordsOf(failure: unknown): string {
  try {
    return String(failure instanceof Error ? failure.message : failure);
  } catch {
    return 'something that has no words was thrown';
  }
}
