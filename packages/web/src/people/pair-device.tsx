// A second device: the code to point its camera at, the same as a link, and a word when it has come in.

import type { OneTimeLink } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { leftIn, now } from '../clock.ts';
import { rich, t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { QrCode } from './qr-picture.tsx';

const LOOK_MS = 2000;

/** Names by which every device means itself. */
const ONLY_HERE = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

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
      ) : left > 0 && ONLY_HERE.test(new URL(link.url).hostname) ? (
        <>
          <p class="notice">
            <span class="grow">
              {rich(
                'Your phone cannot open this inbox: {address} is this computer only. Give the server an address that the phone reaches, with {setting} ({guide}), and open the inbox there.',
                {
                  address: <code>{new URL(link.url).host}</code>,
                  setting: <code>PUBLIC_URL</code>,
                  guide: (
                    <a href="/docs/self-hosting" target="_blank" rel="noreferrer">
                      {t('Self-hosting')}
                    </a>
                  ),
                },
              )}
            </span>
          </p>
          <SecretOnce
            text={link.url}
            says={t('Another browser of this computer comes in by this link. It works for {time}.', {
              time: leftIn(left),
            })}
          />
        </>
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
