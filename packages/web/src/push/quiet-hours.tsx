// When no notification comes; afterwards one tells what waits.

import type { QuietHours as Hours } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';

interface Props {
  readonly hours: Hours | undefined;
  readonly onSave: (hours: Hours | null) => void;
}

const NIGHT = { from: '22:00', to: '07:00' };

export function QuietHours({ hours, onSave }: Props) {
  const [from, setFrom] = useState(hours?.from ?? NIGHT.from);
  const [to, setTo] = useState(hours?.to ?? NIGHT.to);
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <fieldset class="stack tight plain-set">
      <legend>{t('Quiet hours')}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={hours !== undefined}
          onChange={({ currentTarget }) => onSave(currentTarget.checked ? { from, to, timezone } : null)}
        />
        <span>{t('Be quiet at certain hours. What waits then is told afterwards, in one notification.')}</span>
      </label>
      {hours && (
        <form
          class="row-of"
          onSubmit={(event) => {
            event.preventDefault();
            onSave({ from, to, timezone });
          }}
        >
          <Field label={t('From')} type="time" required value={from} onInput={setFrom} />
          <Field label={t('until')} type="time" required value={to} onInput={setTo} />
          <button type="submit" class="button" disabled={from === hours.from && to === hours.to}>
            {t('Save')}
          </button>
          <span class="small soft">{hours.timezone ?? t('The project’s time zone')}</span>
        </form>
      )}
    </fieldset>
  );
}
