// What needs a fresh sign-in: the change is tried, and when the server asks for one, the person is told how.

import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';

const HOW = 'This needs a sign-in of the last ten minutes. Run “countersign admin sign-in-link” and open its link.';

/** Undefined when it failed; then the person has been told. */
export async function withFresh<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    say(codeOf(error) === 'step_up_required' ? HOW : wordsFor(error));
    return undefined;
  }
}
