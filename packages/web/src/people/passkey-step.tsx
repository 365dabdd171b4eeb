// The second step of coming in: a passkey (or a password where passkeys cannot work), who may decide, recovery codes.

import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { loadSession, may, session } from '../session.ts';
import { deviceName } from './device-name.ts';
import { Door, Wrong } from './door.tsx';
import { NewPassword } from './new-password.tsx';
import { makePasskey, passkeysWork } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { weaknessWords } from './weakness.ts';

interface Props {
  /** The first person on this server is offered the setting. */
  readonly first: boolean;
  readonly onDone: () => void;
}

export function PasskeyStep({ first, onDone }: Props) {
  const [people, setPeople] = useState(true);
  const [password, setPassword] = useState<string | undefined>(passkeysWork() ? undefined : '');
  const [codes, setCodes] = useState<readonly string[]>();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const offerSetting = first && may('admin');
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setWrong(undefined);
    try {
      await work();
    } catch (error) {
      setWrong(codeOf(error) === 'validation_failed' ? weaknessWords(error) : wordsFor(error));
    }
    setBusy(false);
  };

  const saveSetting = async () => {
    if (!offerSetting) return;
    if (people) await api.updateProject({ settings: { deciders: 'people' } });
    if (zone === session.value?.project?.timezone) return;
    await api.updateProject({ timezone: zone }).then(loadSession, () => undefined); // a zone that the server does not know stays out
  };

  const secure = (how: () => Promise<void>) =>
    attempt(async () => {
      await how();
      await saveSetting();
      setCodes((await api.makeRecoveryCodes()).codes);
    });

  /** Without a passkey for now; what was ticked holds all the same. */
  const skip = () =>
    attempt(async () => {
      await saveSetting();
      leave();
    });

  /** Said in the inbox: on a phone it would cover the button that leads there. */
  const leave = () => {
    if (offerSetting && people) say(t('Only people may decide. Settings → Who may decide changes it.'));
    onDone();
  };

  if (codes) return <RecoveryCodes codes={codes} onDone={leave} />;
  return (
    <Door title={password === undefined ? t('Sign in without a password') : t('Set a password')}>
      {offerSetting && (
        <label class="check">
          <input type="checkbox" checked={people} onChange={({ currentTarget }) => setPeople(currentTarget.checked)} />
          <span>
            <b>{t('Only people may decide')}</b>: {t('API keys can ask and report, but not approve or reject.')}
          </span>
        </label>
      )}
      {offerSetting && zone !== session.value?.project?.timezone && (
        <p class="small soft">{t('Times will be those of {zone}. Settings → Time zone changes it.', { zone })}</p>
      )}
      {!passkeysWork() && (
        <p class="notice warn">
          <span class="grow">
            {t(
              'This page is at {address}. Passkeys need https or localhost; use a password here, or put the server behind https (Tailscale Serve or Caddy do it in one line).',
              { address: location.origin },
            )}
          </span>
        </p>
      )}
      {passkeysWork() && password === undefined && (
        <>
          <button
            class="button main"
            type="button"
            disabled={busy}
            onClick={() => void secure(() => makePasskey(deviceName()))}
          >
            {busy && <span class="spin" />} {t('Use Touch ID, Windows Hello or your phone')}
          </button>
          <p class="small soft">
            {t('Nobody can phish a passkey, and later it can sign risky approvals. It stays on your device.')}
          </p>
        </>
      )}
      {password !== undefined && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void secure(async () => void (await api.setMyPassword({ password })));
          }}
        >
          <NewPassword value={password} onInput={setPassword} />
          <button class="button main" type="submit" disabled={busy}>
            {t('Use this password')}
          </button>
        </form>
      )}
      <Wrong words={wrong} />
      <div class="row-of">
        <button type="button" class="link-button" disabled={busy} onClick={() => void skip()}>
          {t('Not now')}
        </button>
        {passkeysWork() && password === undefined && (
          <button type="button" class="link-button" onClick={() => setPassword('')}>
            {t('Use a password instead')}
          </button>
        )}
      </div>
    </Door>
  );
}
