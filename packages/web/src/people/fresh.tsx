// What needs a sign-in on the spot: a change that the server allows only to who has just signed in, or a session that ended
// while the page was open. The page stays as it is beneath.

import { signal } from '@preact/signals';
import { signedOut } from '../api.ts';
import { later } from '../parts/later.tsx';
import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { me } from '../session.ts';

/** Seldom needed, so fetched when it is. */
const SignInAgain = later(() => import('./sign-in-again.tsx').then((part) => part.SignInAgain));

const asked = signal<((fresh: boolean) => void) | undefined>(undefined);

/** Undefined when it failed; then the person has been told. */
export async function withFresh<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    if (codeOf(error) !== 'step_up_required') return void say(wordsFor(error));
  }
  const fresh = await new Promise<boolean>((resolve) => {
    asked.value = resolve;
  });
  asked.value = undefined;
  if (!fresh) return undefined;
  try {
    return await change();
  } catch (error) {
    return void say(wordsFor(error));
  }
}

/** For changes that answer nothing: so that one that was made can be told from one that was not. */
export const done = async <T,>(change: Promise<T>) => {
  await change;
  return true as const;
};

export function FreshSignIn() {
  const answer = asked.value;
  if (answer) return <SignInAgain why="change" onIn={() => answer(true)} onClose={() => answer(false)} />;
  if (!signedOut.value || me.value === undefined) return null;
  const onIn = () => {
    signedOut.value = false;
  };
  return <SignInAgain why="ended" onIn={onIn} onClose={() => location.assign('/signin')} />;
}
