// Rules as the server keeps them: a condition compares to the last digit, and may have more of them than JavaScript's numbers hold.

import { answerText, JsonText } from '@countersign/sdk';

/** `answer` is what the client returned. What a number would round is there by its text instead. */
export function toTheDigit<T extends object>(answer: T): T {
  const text = answerText(answer);
  return text === undefined ? answer : (JSON.parse(text, exact) as T);
}

/** Older browsers do not tell the source: there it is rounded. */
function exact(this: unknown, _: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isRounded = typeof value === 'number' && source !== undefined && String(value) !== source;
  return isRounded ? new JsonText(source) : value;
}
