// Setting up an authenticator app: a code to point its camera at, the same to type, and a code of its own as proof.

import type { TotpOffer } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { codeOf } from '../problem-words.ts';
import { CodeField } from './code-field.tsx';
import { Wrong } from './door.tsx';
import { withFresh } from './fresh.tsx';
import { QrCode } from './qr-picture.tsx';

interface Props {
  readonly offer: TotpOffer;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function TotpSetup({ offer, onClose, onDone }: Props) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const confirm = async () => {
    setWrong(undefined);
    const answer = await withFresh(() =>
      api.confirmTotp({ code }).then(
        () => 'done' as const,
        (error: unknown) => {
          if (codeOf(error) !== 'validation_failed') throw error;
          setWrong(t('That code did not fit. Wait for the next one and try again.'));
          return 'wrong' as const;
        },
      ),
    );
    if (answer === 'done') onDone();
  };
  return (
    <Dialog title={t('Set up an authenticator app')} onClose={onClose}>
      <p>{t('Point the camera of the app at this, then type the six digits that it shows.')}</p>
      <QrCode text={offer.uri} />
      <SecretOnce text={offer.secret} says={t('Or type this into the app, as a time-based code.')} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <CodeField value={code} onInput={setCode} />
        <Wrong words={wrong} />
        <FormEnd>
          <button type="submit" class="button main">
            {t('Ask me for codes')}
          </button>
        </FormEnd>
      </form>
    </Dialog>
  );
}
