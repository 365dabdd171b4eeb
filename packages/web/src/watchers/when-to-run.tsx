// How often a watcher runs, when it may, and the colour of its cards.

import { type Plain, t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';
import type { Draft } from './draft.ts';

const EVERY: readonly (readonly [string, Plain])[] = [
  ['5m', '5 minutes'],
  ['15m', '15 minutes'],
  ['30m', '30 minutes'],
  ['1h', 'hour'],
  ['3h', '3 hours'],
  ['6h', '6 hours'],
  ['12h', '12 hours'],
  ['1d', 'day'],
];
const COLORS = ['#3b3fb6', '#13693a', '#a3142a', '#b97f14', '#0b6e83', '#7a3fa0'] as const;
const NAMES = ['indigo', 'green', 'red', 'amber', 'teal', 'purple'] as const;

interface Props {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

export function WhenToRun({ draft: { every, jitter, from, to, color }, set }: Props) {
  const known = EVERY.map(([value, says]) => [value, t(says)] as const);
  const choices = known.some(([value]) => value === every) ? known : [[every, every] as const, ...known];
  return (
    <section class="card" aria-labelledby="form-when">
      <h2 id="form-when">{t('When')}</h2>
      <label class="row-of">
        <span>{t('Every')}</span>
        <select class="narrow" value={every} onChange={({ currentTarget }) => set({ every: currentTarget.value })}>
          {choices.map(([value, says]) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </select>
      </label>
      <details class="details">
        <summary>{t('Hours, delay, colour')}</summary>
        <div class="stack inset">
          <div class="row-of">
            <Field label={t('Only from')} type="time" value={from} onInput={(text) => set({ from: text })} />
            <Field label={t('until')} type="time" value={to} onInput={(text) => set({ to: text })} />
          </div>
          <p class="small soft">{t('In the project’s time zone. Runs outside are skipped, nothing is lost.')}</p>
          <Field
            label={t('Random delay of up to')}
            value={jitter}
            pattern="[0-9]{1,6}[mhd]"
            placeholder="0m"
            hint={t('Digits and m, h or d: 5m')}
            onInput={(text) => set({ jitter: text })}
          />
          <fieldset class="plain-set">
            <legend>{t('Colour of its cards')}</legend>
            <div class="row-of">
              <label class="check">
                <input type="radio" name="color" checked={color === null} onChange={() => set({ color: null })} />
                <span>{t('none')}</span>
              </label>
              {COLORS.map((value, at) => (
                <label class="check" key={value}>
                  <input
                    type="radio"
                    name="color"
                    checked={color?.toLowerCase() === value}
                    onChange={() => set({ color: value })}
                  />
                  <span>
                    <span class="dot" style={{ background: value }} /> {t(NAMES[at] ?? 'none')}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        </div>
      </details>
    </section>
  );
}
