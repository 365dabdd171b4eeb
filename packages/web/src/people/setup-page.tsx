// Making the inbox one's own, by the link that the server printed; also for invited people and second devices. Opening the
// page uses nothing up: the token lies in the fragment, and only the button sends it.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { beginDemo } from '../first-run/run-demo.ts';
import { t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { loadSession, session, takeSession } from '../session.ts';
import { CodeField } from './code-field.tsx';
import { Door, Wrong } from './door.tsx';
import { PasskeyStep } from './passkey-step.tsx';

export function SetupPage() {
  const { route } = useLocation();
  const [token] = useState(() => /[#&]t=([^&]+)/.exec(location.hash)?.[1] ?? '');
  const [name, setName] = useState('');
  const [step, setStep] = useState<'name' | 'passkey'>('name');
  const [first] = useState(() => session.value?.setup_needed === true);
  const [known] = useState(() => location.pathname === '/signin'); // who comes back has a name
  const ways = session.value?.methods ?? [];
  const byCompany = location.pathname === '/join' && ways.includes('oidc');
  const onlyCompany = ways.length === 1;
  const [totp, setTotp] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => history.replaceState(null, '', location.pathname), []); // out of the address bar and the history

  const redeem = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong(undefined);
    try {
      const answer = await api.redeemLink({
        token,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(totp !== undefined && { totp }),
      });
      if ('totp_required' in answer) {
        setTotp('');
      } else {
        takeSession(answer);
        await loadSession();
        setStep('passkey');
      }
    } catch (error) {
      setWrong(
        codeOf(error) === 'unauthenticated' && totp !== undefined
          ? t('That code did not fit. Wait for the next one and try again.')
          : wordsOfLink(error),
      );
    }
    setBusy(false);
  };

  const joinByCompany = async () => {
    setBusy(true);
    setWrong(undefined);
    try {
      location.assign((await api.joinByOidc({ token })).url);
    } catch (error) {
      setWrong(wordsOfLink(error));
      setBusy(false);
    }
  };

  const finish = async () => {
    if (first) await beginDemo();
    route('/inbox', true);
  };

  if (step === 'passkey') return <PasskeyStep first={first} onDone={() => void finish()} />;
  if (token === '')
    return (
      <Door title={t('This link is not whole')}>
        <p>{t('Open the whole link that the server printed or that you were sent.')}</p>
        <a class="button" href="/signin">
          {t('Sign in instead')}
        </a>
      </Door>
    );
  return (
    <Door title={first ? t('Make this inbox yours') : known ? t('Sign in') : t('Join the inbox')}>
      {byCompany && (
        <button
          type="button"
          class={onlyCompany ? 'button main' : 'button'}
          disabled={busy}
          onClick={() => void joinByCompany()}
        >
          {session.value?.oidc_name}
        </button>
      )}
      {byCompany && onlyCompany && <Wrong words={wrong} />}
      <form class="stack" onSubmit={redeem} hidden={byCompany && onlyCompany}>
        {!known && (
          <Field
            label={t('Your name')}
            hint={first ? undefined : t('Leave it empty if you have been here before.')}
            value={name}
            maxLength={100}
            required={first}
            autocomplete="name"
            autofocus
            onInput={setName}
          />
        )}
        {totp !== undefined && <CodeField value={totp} onInput={setTotp} />}
        <Wrong words={wrong} />
        <button class="button main" type="submit" disabled={busy}>
          {busy && <span class="spin" />} {first ? t('Make it mine') : t('Sign in on this device')}
        </button>
      </form>
    </Door>
  );
}

function wordsOfLink(error: unknown): string {
  if (codeOf(error) !== 'unauthenticated') return wordsFor(error);
  return session.value?.features.smtp
    ? t('This link was already used or has expired. Have another mailed to you, or ask an admin.')
    : t(
        'This link was already used or has expired. Run “countersign admin sign-in-link” on the server for a new one, or ask an admin.',
      );
}
