// Coming back: a passkey first; a password, a link by mail or a recovery code where that is what one has.

import type { Session, TotpRequired } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { rich, t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { loadSession, session, takeSession } from '../session.ts';
import { CodeField } from './code-field.tsx';
import { companyFailure, companyStart } from './company.ts';
import { Door, Wrong } from './door.tsx';
import { MailLink } from './mail-link.tsx';
import { passkeysWork, signInWithPasskey } from './passkeys.ts';

type Way = 'passkey' | 'password' | 'code' | 'mail';

export function SignInPage() {
  const { path, route } = useLocation();
  const ways = session.value?.methods ?? [];
  const [way, setWay] = useState<Way>(passkeysWork() ? 'passkey' : 'password');
  const onlyCompany = ways.length === 1 && ways[0] === 'oidc';
  const [login, setLogin] = useState('');
  const [secret, setSecret] = useState('');
  const [totp, setTotp] = useState<string>();
  const [wrong, setWrong] = useState<string | undefined>(companyFailure);
  const [busy, setBusy] = useState(false);
  const choose = (next: Way) => {
    setWay(next);
    setTotp(undefined);
    setWrong(undefined);
  };

  const enter = async (how: () => Promise<Session | TotpRequired>) => {
    setBusy(true);
    setWrong(undefined);
    try {
      const answer = await how();
      if ('totp_required' in answer) {
        setTotp('');
        setBusy(false);
        return;
      }
      takeSession(answer);
      await loadSession();
      if (path === '/signin') route('/inbox', true); // else: where one wanted to go
    } catch (error) {
      setWrong(
        codeOf(error) === 'unauthenticated'
          ? t('That did not open the door. Check it and try again.')
          : wordsFor(error),
      );
    }
    setBusy(false);
  };

  if (session.value?.setup_needed)
    return (
      <Door title={t('Nobody lives here yet')}>
        <p>
          {rich(
            'Open the link that the server printed when it started. A new one comes from {command} on the server.',
            {
              command: <code>countersign admin sign-in-link</code>,
            },
          )}
        </p>
      </Door>
    );
  return (
    <Door title={t('Sign in')}>
      {ways.includes('oidc') && (
        <a
          class={onlyCompany ? 'button main' : 'button'}
          href={companyStart(path === '/signin' ? '/inbox' : path)}
          target="_top"
        >
          {session.value?.oidc_name}
        </a>
      )}
      {onlyCompany ? null : way === 'mail' ? (
        <MailLink />
      ) : way === 'passkey' ? (
        <button class="button main" type="button" disabled={busy} onClick={() => void enter(signInWithPasskey)}>
          {busy && <span class="spin" />} {t('Sign in with a passkey')}
        </button>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void enter(() =>
              way === 'password'
                ? api.signInWithPassword({ login, password: secret, ...(totp !== undefined && { totp }) })
                : api.signInWithRecoveryCode({ login, code: secret }),
            );
          }}
        >
          <Field label={t('Login')} autocomplete="username" required value={login} onInput={setLogin} />
          <Field
            label={way === 'password' ? t('Password') : t('Recovery code')}
            type={way === 'password' ? 'password' : 'text'}
            autocomplete={way === 'password' ? 'current-password' : 'one-time-code'}
            required
            value={secret}
            onInput={setSecret}
          />
          {totp !== undefined && <CodeField value={totp} onInput={setTotp} />}
          <button class="button main" type="submit" disabled={busy}>
            {busy && <span class="spin" />} {t('Sign in')}
          </button>
        </form>
      )}
      <Wrong words={wrong} />
      <div class="row-of" hidden={onlyCompany}>
        {passkeysWork() && way !== 'passkey' && <Other way={t('Passkey')} onClick={() => choose('passkey')} />}
        {way !== 'password' && <Other way={t('Password')} onClick={() => choose('password')} />}
        {session.value?.features.smtp && way !== 'mail' && (
          <Other way={t('Mail me a link')} onClick={() => choose('mail')} />
        )}
        {way !== 'code' && <Other way={t('Recovery code')} onClick={() => choose('code')} />}
      </div>
      <p class="small soft">
        {rich('Lost access? Run {command} on the server, or ask an admin for a link.', {
          command: <code>countersign admin sign-in-link</code>,
        })}
      </p>
    </Door>
  );
}

function Other({ way, onClick }: { readonly way: string; readonly onClick: () => void }) {
  return (
    <button type="button" class="link-button" onClick={onClick}>
      {way}
    </button>
  );
}
