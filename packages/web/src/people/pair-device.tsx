// A second device: the code to point its camera at, the same as a link, and a word when it has come in.

import type { OneTimeLink } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { leftIn, now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { QrCode } from './qr-picture.tsx';

const LOOK_MS = 2000;

interface Props {
  readonly link: OneTimeLink;
  readonly onClose: () => void;
}

export function PairDevice({ link, onClose }: Props) {
  const [sessions, setSessions] = useState<number>();
  const [before, setBefore] = useState<number>();
  useEffect(() => {
    const look = async () => {
      const { length } = (await api.listMySessions()).items;
      setSessions(length);
      setBefore((first) => first ?? length);
    };
    void look();
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS); // the next look may succeed
    return () => clearInterval(timer);
  }, []);
  const left = link.expires_at - now.value;
  const arrived = before !== undefined && sessions !== undefined && sessions > before;
  return (
    <Dialog title={t('Add your phone')} onClose={onClose}>
      {arrived ? (
        <p class="notice">
          <span class="grow">
            {t('Your other device is signed in. Make a passkey there to come back without this code.')}
          </span>
        </p>
      ) : left > 0 ? (
        <>
          <p>{t('Point the camera of your other device at this. It signs that device in once, as you.')}</p>
          <QrCode text={link.url} />
          <SecretOnce
            text={link.url}
            says={t('Or open this link there. It works for {time}.', { time: leftIn(left) })}
          />
        </>
      ) : (
        <p>{t('The code has expired. Close this and ask for a new one.')}</p>
      )}
      <form method="dialog" class="row-of end">
        <button type="submit" class="button">
          {t('Done')}
        </button>
      </form>
    </Dialog>
  );
}
