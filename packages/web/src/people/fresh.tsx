// What needs a sign-in on the spot: a change that the server allows only to who has just signed in, or a session that ended
// while the page was open. The page stays as it is beneath.

import type { Session, TotpRequired } from '@countersign/contract';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { api, signedOut } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { me, session, takeSession } from '../session.ts';
import { CodeField } from './code-field.tsx';
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
  const answer = asked.value;
  if (answer)
    return (
      <SignInAgain
        title="Is it still you?"
        says="This change needs a sign-in that is not older than ten minutes."
        onIn={() => answer(true)}
        onClose={() => answer(false)}
      />
    );
  if (signedOut.value && me.value)
    return (
      <SignInAgain
        title="Signed out"
        says="Sign in to go on. Everything on this page is still here."
        onIn={() => {
          signedOut.value = false;
        }}
        onClose={() => location.assign('/signin')}
      />
    );
  return null;
}

interface Props {
  readonly title: string;
  readonly says: string;
  readonly onIn: () => void;
  readonly onClose: () => void;
}

function SignInAgain({ title, says, onIn, onClose }: Props) {
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState(me.value?.totp ? '' : undefined);
  const enter = async (how: () => Promise<Session | TotpRequired>) => {
    try {
      const answer = await how();
      if ('totp_required' in answer) return setTotp('');
      takeSession(answer);
      onIn();
    } catch (error) {
      say(wordsFor(error));
    }
  };
  const withPassword = me.value?.methods.includes('password');
  const withCompany = session.value?.methods.includes('oidc') && me.value?.methods.includes('oidc');
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{says}</p>
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
            void enter(() =>
              api.signInWithPassword({ login: me.value?.login ?? '', password, ...(totp !== undefined && { totp }) }),
            );
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
          {totp !== undefined && <CodeField value={totp} onInput={setTotp} />}
          <button type="submit" class="button">
            Use the password
          </button>
        </form>
      )}
      {withCompany && (
        <button
          type="button"
          class="button"
          onClick={async () => {
            const { signInAside } = await import('./company.ts');
            const isFresh = async () => {
              const now = await api.getSession();
              const fresh = now.reviewer?.id === me.value?.id && (now.fresh_until ?? 0) > now.server_time;
              if (fresh) takeSession(now);
              return fresh;
            };
            if (await signInAside(isFresh)) onIn();
          }}
        >
          {session.value?.oidc_name}
        </button>
      )}
      {!passkeysWork() && !withPassword && !withCompany && (
        <p class="small soft">
          Neither a passkey nor a password is set up here. Run <code>countersign admin sign-in-link</code> on the
          server.
        </p>
      )}
    </Dialog>
  );
}
