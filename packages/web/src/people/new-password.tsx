// Where a new password is typed, with what it must be.

import { t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';

export function NewPassword({ value, onInput }: { value: string; onInput(value: string): void }) {
  return (
    <Field
      label={t('Password')}
      type="password"
      autocomplete="new-password"
      minLength={12}
      required
      hint={t('At least 12 characters')}
      value={value}
      onInput={onInput}
    />
  );
}
