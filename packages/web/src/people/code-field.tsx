// Six digits from an authenticator app.

import { t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';

export function CodeField({ value, onInput }: { readonly value: string; readonly onInput: (code: string) => void }) {
  return (
    <Field
      label={t('Code from your authenticator app')}
      autocomplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9]{3} ?[0-9]{3}"
      maxLength={7}
      required
      autofocus
      value={value}
      onInput={onInput}
    />
  );
}
