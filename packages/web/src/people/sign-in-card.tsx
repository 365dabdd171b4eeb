// How I sign in: passkeys, password, authenticator app, recovery codes, the company's account, another device.

import type { OneTimeLink, TotpOffer } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { fullTime } from '../dates.ts';
import { t, tn } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { me, session, takeMe } from '../session.ts';
import { CompanyAccount } from './company-account.tsx';
import { deviceName } from './device-name.ts';
import { done, withFresh } from './fresh.tsx';
import { PairDevice } from './pair-device.tsx';
import { makePasskey, passkeysWork } from './passkeys.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { TotpSetup } from './totp-setup.tsx';

export function SignInCard({ onPaired }: { readonly onPaired: () => void }) {
  const passkeys = useLoaded(() => api.listMyPasskeys());
  const [codes, setCodes] = useState<readonly string[]>();
  const [pairing, setPairing] = useState<OneTimeLink>();
  const [asking, setAsking] = useState(false);
  const [totp, setTotp] = useState<TotpOffer>();
  const hasPassword = me.value?.methods.includes('password') ?? false;
  const reloadMe = async () => takeMe(await api.getMe());
  return (
    <section class="card" aria-labelledby="sign-in">
      <h2 id="sign-in">{t('Signing in')}</h2>
      <Fetched of={passkeys} />
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
        <button type="button" class="button" onClick={() => setAsking(true)}>
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
      {asking && (
        <PasswordDialog
          hasPassword={hasPassword}
          onClose={() => setAsking(false)}
          onSet={() => {
            setAsking(false);
            void reloadMe();
          }}
        />
      )}
    </section>
  );
}
