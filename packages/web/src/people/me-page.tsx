// Me: how I sign in, where I am signed in, and how the inbox behaves for me.

import type { Me, MeUpdate, OneTimeLink, TotpOffer } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, fullTime, now } from '../clock.ts';
import { forgetLanguage, LANGUAGES } from '../i18n/languages.ts';
import { speak } from '../i18n/locale.ts';
import { rich, t, tn } from '../i18n/translate.ts';
import { KeysCard } from '../keyboard/keys-card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { NotificationsCard } from '../push/notifications-card.tsx';
import { me, session, takeMe } from '../session.ts';
import { browserName, deviceName } from './device-name.ts';
import { Wrong } from './door.tsx';
import { withFresh } from './fresh.tsx';
import { PairDevice } from './pair-device.tsx';
import { makePasskey, passkeysWork } from './passkeys.ts';
import { TotpSetup } from './totp-setup.tsx';
import { weaknessWords } from './weakness.ts';

const done = async <T,>(change: Promise<T>) => {
  await change;
  return true as const;
};

export function MePage() {
  const [paired, setPaired] = useState(0);
  return (
    <Page title={t('Me')} needs="viewer">
      {me.value && <Preferences key={me.value.id} mine={me.value} />}
      <KeysCard />
      <NotificationsCard />
      <SignIn onPaired={() => setPaired(paired + 1)} />
      <Sessions key={paired} />
    </Page>
  );
}

function Preferences({ mine }: { readonly mine: Me }) {
  const [name, setName] = useState(mine.name);
  const [email, setEmail] = useState(mine.email ?? '');
  const save = async (update: MeUpdate) => {
    const saved = await withFresh(() => api.updateMe(update));
    if (!saved) return;
    takeMe(saved);
    say(t('Saved'));
  };
  return (
    <section class="card" aria-labelledby="preferences">
      <h2 id="preferences">{t('Preferences')}</h2>
      <form
        class="row-of low"
        onSubmit={(event) => {
          event.preventDefault();
          void save({ name });
        }}
      >
        <Field label={t('Name')} value={name} required maxLength={100} onInput={setName} />
        <button class="button" type="submit" disabled={name === mine.name}>
          {t('Save')}
        </button>
      </form>
      <form
        class="row-of low"
        onSubmit={(event) => {
          event.preventDefault();
          void save({ email: email.trim() === '' ? null : email.trim() });
        }}
      >
        <Field label={t('E-mail')} type="email" autocomplete="email" value={email} maxLength={254} onInput={setEmail} />
        <button class="button" type="submit" disabled={email === (mine.email ?? '')}>
          {t('Save')}
        </button>
      </form>
      <p class="small soft">
        {session.value?.features.smtp && `${t('Sign-in links can be mailed to it')} · `}
        {rich('Role {role} · login {login}', { role: t(mine.role), login: <code>{mine.login}</code> })}
      </p>
      <Choice
        label={t('Language')}
        value={mine.locale}
        options={['auto', ...Object.keys(LANGUAGES)]}
        says={(language) => LANGUAGES[language] ?? (language === 'auto' ? t('as the browser has it') : language)}
        onChoose={(locale) => {
          if (locale === 'auto') {
            forgetLanguage();
            void speak();
          }
          void save({ locale });
        }}
      />
      <Choice
        label={t('Theme')}
        value={mine.theme}
        options={['auto', 'light', 'dark']}
        says={t}
        onChoose={(theme) => void save({ theme })}
      />
      <Choice
        label={t('Density')}
        value={mine.density}
        options={['comfortable', 'compact']}
        says={t}
        onChoose={(density) => void save({ density })}
      />
      <Choice
        label={t('Decisions can be undone for')}
        value={String(mine.undo_s)}
        options={['0', '5', '10', '20', '30']}
        says={(seconds) => (seconds === '0' ? t('not at all') : t('{seconds} seconds', { seconds }))}
        onChoose={(seconds) => void save({ undo_s: Number(seconds) as Me['undo_s'] })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={mine.single_keys}
          onChange={({ currentTarget }) => void save({ single_keys: currentTarget.checked })}
        />
        <span>{t('Single letters are shortcuts (a approves, r rejects)')}</span>
      </label>
    </section>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly says?: (option: T) => string;
  readonly onChoose: (option: T) => void;
}

function Choice<T extends string>({ label, value, options, says = (option) => option, onChoose }: ChoiceProps<T>) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select class="narrow" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {says(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

function SignIn({ onPaired }: { readonly onPaired: () => void }) {
  const passkeys = useLoaded(() => api.listMyPasskeys());
  const [codes, setCodes] = useState<readonly string[]>();
  const [pairing, setPairing] = useState<OneTimeLink>();
  const [password, setPassword] = useState<string>();
  const [totp, setTotp] = useState<TotpOffer>();
  const [weak, setWeak] = useState<string>();
  const hasPassword = me.value?.methods.includes('password') ?? false;
  const reloadMe = async () => takeMe(await api.getMe());
  const savePassword = async (chosen: string) => {
    setWeak(undefined);
    const saved = await withFresh(() =>
      done(api.setMyPassword({ password: chosen })).catch((error: unknown) => {
        if (codeOf(error) !== 'validation_failed') throw error;
        setWeak(weaknessWords(error));
        return undefined;
      }),
    );
    if (!saved) return;
    setPassword(undefined);
    say(t('Password set; your other sessions have ended'));
    await reloadMe();
  };
  return (
    <section class="card" aria-labelledby="sign-in">
      <h2 id="sign-in">{t('Signing in')}</h2>
      {passkeys.value?.items.map((passkey) => (
        <div class="row-of" key={passkey.id}>
          <b>{passkey.name}</b>
          <span class="small soft">
            {passkey.synced
              ? t('passkey, made {time}, synced', { time: fullTime(passkey.created_at) })
              : t('passkey, made {time}, on one device', { time: fullTime(passkey.created_at) })}
          </span>
          <button
            type="button"
            class="button small stop"
            onClick={async () => {
              if (await withFresh(() => done(api.removeMyPasskey(passkey.id)))) passkeys.reload();
            }}
          >
            {t('Forget')}
          </button>
        </div>
      ))}
      <div class="row-of">
        {passkeysWork() && (
          <button
            type="button"
            class="button"
            onClick={async () => {
              if (await withFresh(() => done(makePasskey(deviceName())))) passkeys.reload();
            }}
          >
            {t('Add a passkey')}
          </button>
        )}
        <button type="button" class="button" onClick={() => setPassword('')}>
          {hasPassword ? t('Change the password') : t('Set a password')}
        </button>
        <button type="button" class="button" onClick={async () => setTotp(await withFresh(() => api.offerTotp()))}>
          {me.value?.totp ? t('Change the authenticator app') : t('Set up an authenticator app')}
        </button>
        {me.value?.totp && (
          <button
            type="button"
            class="button stop"
            onClick={async () => {
              if (!(await withFresh(() => done(api.removeTotp())))) return;
              say(t('No codes are asked for any more'));
              await reloadMe();
            }}
          >
            {t('Forget the app')}
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={async () => setCodes((await withFresh(() => api.makeRecoveryCodes()))?.codes)}
        >
          {t('New recovery codes')}
        </button>
        {session.value?.methods.includes('oidc') && <CompanyAccount onChange={reloadMe} />}
        <button type="button" class="button" onClick={async () => setPairing(await withFresh(() => api.pairDevice()))}>
          {t('Add your phone')}
        </button>
      </div>
      <p class="small soft">
        {tn(me.value?.recovery_codes_left ?? 0, '{count} recovery code left.', '{count} recovery codes left.')}{' '}
        {me.value?.totp ? t('After a password or a mailed link, a code of your authenticator app is asked for.') : ''}
      </p>
      {totp && (
        <TotpSetup
          offer={totp}
          onClose={() => setTotp(undefined)}
          onDone={() => {
            setTotp(undefined);
            say(t('From now on you are asked for a code'));
            void reloadMe();
          }}
        />
      )}
      {codes && (
        <Dialog title={t('Recovery codes')} kept={t('I have kept them')} onClose={() => setCodes(undefined)}>
          <SecretOnce
            text={codes.join('\n')}
            says={t('Each signs you in once. They are shown only now; older ones stop working.')}
          />
        </Dialog>
      )}
      {pairing && (
        <PairDevice
          link={pairing}
          onClose={() => {
            setPairing(undefined);
            onPaired();
          }}
        />
      )}
      {password !== undefined && (
        <Dialog
          cancels
          title={hasPassword ? t('Change the password') : t('Set a password')}
          onClose={() => setPassword(undefined)}
        >
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void savePassword(password);
            }}
          >
            <Field
              label={t('Password')}
              type="password"
              autocomplete="new-password"
              minLength={12}
              required
              hint={t('At least 12 characters')}
              value={password}
              onInput={setPassword}
            />
            <Wrong words={weak} />
            <button type="submit" class="button main">
              {t('Set it')}
            </button>
          </form>
        </Dialog>
      )}
    </section>
  );
}

function CompanyAccount({ onChange }: { readonly onChange: () => Promise<void> }) {
  const name = session.value?.oidc_name;
  if (!me.value?.methods.includes('oidc'))
    return (
      <button
        type="button"
        class="button"
        onClick={async () => {
          const away = await withFresh(() => api.linkOidc());
          if (away) location.assign(away.url);
        }}
      >
        {t('Connect {name}', { name: name ?? '' })}
      </button>
    );
  return (
    <button
      type="button"
      class="button stop"
      onClick={async () => {
        if (await withFresh(() => done(api.unlinkOidc()))) await onChange();
      }}
    >
      {t('Forget {name}', { name: name ?? '' })}
    </button>
  );
}

async function signOut(): Promise<void> {
  await api.signOut();
  me.value = undefined; // what was under way is refused now, and that is no reason to ask for a sign-in
  location.assign('/signin');
}

/** Whether the door would open again, by anything that was set up or by mail. */
function hasWayBack({ methods, email }: Me): boolean {
  return methods.length > 0 || (session.value?.features.smtp === true && email !== undefined);
}

function NoWayBack({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('Sign out with no way back in?')} onClose={onClose}>
      <p>
        {t(
          'You have no passkey, no password and no recovery codes. Set one up first, and you can come back by yourself.',
        )}
      </p>
      <p>
        {rich('Without one, you come in again only by a link that {command} prints on the server.', {
          command: <code>countersign admin sign-in-link</code>,
        })}
      </p>
      <form method="dialog" class="row-of end">
        <button type="submit" class="button">
          {t('Stay signed in')}
        </button>
        <button type="button" class="button stop" onClick={() => void signOut()}>
          {t('Sign out anyway')}
        </button>
      </form>
    </Dialog>
  );
}

function Sessions() {
  const [asking, setAsking] = useState(false);
  const sessions = useLoaded(() => api.listMySessions());
  const end = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      say(wordsFor(error));
    }
    sessions.reload();
  };
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{t('Where you are signed in')}</h2>
      {sessions.value?.items.map((one) => (
        <div class="row-of" key={one.id}>
          <span class="grow" title={one.user_agent}>
            {browserName(one.user_agent)}
          </span>
          <span class="small soft">
            {one.current ? t('this device') : t('seen {ago}', { ago: ago(now.value - one.last_seen_at) })}
          </span>
          {!one.current && (
            <button
              type="button"
              class="button small"
              aria-label={t('Sign out {device}', { device: browserName(one.user_agent) })}
              onClick={() => void end(() => api.endMySession(one.id))}
            >
              {t('Sign out')}
            </button>
          )}
        </div>
      ))}
      <div class="row-of">
        <button type="button" class="button" onClick={() => void end(() => api.endMyOtherSessions())}>
          {t('Sign out everywhere else')}
        </button>
        <button
          type="button"
          class="button"
          onClick={async () => (hasWayBack(await api.getMe()) ? signOut() : setAsking(true))}
        >
          {t('Sign out')}
        </button>
      </div>
      {asking && <NoWayBack onClose={() => setAsking(false)} />}
    </section>
  );
}
