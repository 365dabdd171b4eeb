// Setting a password, or another one.

import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { say } from '../parts/toasts.tsx';
import { codeOf } from '../problem-words.ts';
import { Wrong } from './door.tsx';
import { done, withFresh } from './fresh.tsx';
import { NewPassword } from './new-password.tsx';
import { weaknessWords } from './weakness.ts';

interface Props {
  readonly hasPassword: boolean;
  readonly onClose: () => void;
  readonly onSet: () => void;
}

export function PasswordDialog({ hasPassword, onClose, onSet }: Props) {
  const [password, setPassword] = useState('');
  const [weak, setWeak] = useState<string>();
  const save = async () => {
    setWeak(undefined);
    const saved = await withFresh(() =>
      done(api.setMyPassword({ password })).catch((error: unknown) => {
        if (codeOf(error) !== 'validation_failed') throw error;
        setWeak(weaknessWords(error));
        return undefined;
      }),
    );
    if (!saved) return;
    say(t('Password set; your other sessions have ended'));
    onSet();
  };
  return (
    <Dialog title={hasPassword ? t('Change the password') : t('Set a password')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <NewPassword value={password} onInput={setPassword} />
        <Wrong words={weak} />
        <FormEnd>
          <button type="submit" class="button main">
            {t('Set it')}
          </button>
        </FormEnd>
      </form>
    </Dialog>
  );
}
