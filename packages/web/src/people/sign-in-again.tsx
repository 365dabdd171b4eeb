// Signing in over the page as it is: by whatever the person has.

import type { Session, TotpRequired } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { rich, t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { me, session, takeSession } from '../session.ts';
import { CodeField } from './code-field.tsx';
import { Wrong } from './door.tsx';
import { passkeysWork, signInWithPasskey } from './passkeys.ts';

interface Props {
  /** A change that needs it, or a session that is over. */
  readonly why: 'change' | 'ended';
  readonly onIn: () => void;
  readonly onClose: () => void;
}

export function SignInAgain({ why, onIn, onClose }: Props) {
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState(me.value?.totp ? '' : undefined);
  const [code, setCode] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const enter = async (how: () => Promise<Session | TotpRequired>) => {
    setWrong(undefined);
    try {
      const answer = await how();
      if ('totp_required' in answer) return setTotp('');
      // With another's passkey it is another's page: nothing that was begun here is theirs, and nothing of it is done for them.
      if (answer.reviewer?.id !== me.value?.id) return location.reload();
      takeSession(answer);
      onIn();
    } catch (error) {
      const refused = codeOf(error) === 'unauthenticated';
      setWrong(refused ? t('That did not open the door. Check it and try again.') : wordsFor(error));
    }
  };
  const withPassword = me.value?.methods.includes('password');
  const withCode = (me.value?.recovery_codes_left ?? 0) > 0;
  const withCompany = session.value?.methods.includes('oidc') && me.value?.methods.includes('oidc');
  return (
    <Dialog title={why === 'ended' ? t('Signed out') : t('Is it still you?')} onClose={onClose}>
      <p>
        {why === 'ended'
          ? t('Sign in to go on. Everything on this page is still here.')
          : t('This change needs a sign-in that is not older than ten minutes.')}
      </p>
      {passkeysWork() && (
        <button type="button" class="button main" onClick={() => void enter(signInWithPasskey)}>
          {t('Use a passkey')}
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
            label={t('Password')}
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onInput={setPassword}
          />
          {totp !== undefined && <CodeField value={totp} onInput={setTotp} />}
          <button type="submit" class="button">
            {t('Use the password')}
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
      {withCode && code === undefined && (
        <button type="button" class="link-button" onClick={() => setCode('')}>
          {t('Recovery code')}
        </button>
      )}
      {code !== undefined && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void enter(() => api.signInWithRecoveryCode({ login: me.value?.login ?? '', code }));
          }}
        >
          <Field label={t('Recovery code')} autocomplete="one-time-code" required value={code} onInput={setCode} />
          <button type="submit" class="button">
            {t('Sign in')}
          </button>
        </form>
      )}
      <Wrong words={wrong} />
      {!passkeysWork() && !withPassword && !withCompany && !withCode && (
        <p class="small soft">
          {rich('Neither a passkey nor a password is set up here. Run {command} on the server.', {
            command: <code>countersign admin sign-in-link</code>,
          })}
        </p>
      )}
      {why === 'change' && <FormEnd />}
    </Dialog>
  );
}
