// What needs a fresh sign-in: the change is tried, and when the server asks, the person signs in again on the spot.

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { me, takeSession } from '../session.ts';
import { passkeysWork, signInWithPasskey } from './passkeys.ts';

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

export function FreshSignIn() {
  const [password, setPassword] = useState('');
  const answer = asked.value;
  if (!answer) return null;
  const enter = async (how: () => ReturnType<typeof signInWithPasskey>) => {
    try {
      takeSession(await how());
      setPassword('');
      answer(true);
    } catch (error) {
      say(wordsFor(error));
    }
  };
  const withPassword = me.value?.methods.includes('password');
  return (
    <Dialog title="Is it still you?" onClose={() => answer(false)}>
      <p>This change needs a sign-in that is not older than ten minutes.</p>
      {passkeysWork() && (
        <button type="button" class="button main" onClick={() => void enter(signInWithPasskey)}>
          Use a passkey
        </button>
      )}
      {withPassword && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void enter(() => api.signInWithPassword({ login: me.value?.login ?? '', password }));
          }}
        >
          <Field
            label="Password"
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onInput={setPassword}
          />
          <button type="submit" class="button">
            Use the password
          </button>
        </form>
      )}
      {!passkeysWork() && !withPassword && (
        <p class="small soft">
          Neither a passkey nor a password is set up here. Run <code>countersign admin sign-in-link</code> on the
          server.
        </p>
      )}
    </Dialog>
  );
}
