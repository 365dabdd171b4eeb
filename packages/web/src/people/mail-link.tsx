// Asking for a link by mail. What the page says afterwards is the same whether or not anyone has the address.

import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';
import { wordsFor } from '../problem-words.ts';
import { Wrong } from './door.tsx';

export function MailLink() {
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setWrong(undefined);
    try {
      await api.mailLink({ email: email.trim() });
      setAsked(true);
    } catch (error) {
      setWrong(wordsFor(error));
    }
    setBusy(false);
  };
  if (asked)
    return (
      <div role="status">
        <p>
          <b>{t('Look into your mail.')}</b>{' '}
          {t(
            'If {email} belongs to someone here, a link is on its way. It works once, for 15 minutes, in any browser.',
            {
              email: email.trim(),
            },
          )}
        </p>
        <button type="button" class="link-button" onClick={() => setAsked(false)}>
          {t('Another address, or once more')}
        </button>
      </div>
    );
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <Field label={t('E-mail')} type="email" autocomplete="email" required value={email} onInput={setEmail} />
      <Wrong words={wrong} />
      <button class="button main" type="submit" disabled={busy}>
        {busy && <span class="spin" />} {t('Mail me a link')}
      </button>
    </form>
  );
}
