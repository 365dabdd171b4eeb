// How often a watcher runs, when it may, and the colour of its cards.

import { Field } from '../parts/field.tsx';
import type { Draft } from './draft.ts';

const EVERY: readonly (readonly [string, string])[] = [
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
  const choices = EVERY.some(([value]) => value === every) ? EVERY : [[every, every] as const, ...EVERY];
  return (
    <section class="card" aria-labelledby="form-when">
      <h2 id="form-when">When</h2>
      <label class="row-of">
        <span>Every</span>
        <select class="narrow" value={every} onChange={({ currentTarget }) => set({ every: currentTarget.value })}>
          {choices.map(([value, says]) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </select>
      </label>
      <details class="details">
        <summary>Hours, delay, colour</summary>
        <div class="stack inset">
          <div class="row-of">
            <Field label="Only from" type="time" value={from} onInput={(text) => set({ from: text })} />
            <Field label="until" type="time" value={to} onInput={(text) => set({ to: text })} />
          </div>
          <p class="small soft">In the project’s time zone. Runs outside are skipped, nothing is lost.</p>
          <Field
            label="Random delay of up to"
            value={jitter}
            pattern="[0-9]{1,6}[mhd]"
            placeholder="0m"
            hint="Digits and m, h or d: 5m"
            onInput={(text) => set({ jitter: text })}
          />
          <fieldset class="plain-set">
            <legend>Colour of its cards</legend>
            <div class="row-of">
              <label class="check">
                <input type="radio" name="color" checked={color === null} onChange={() => set({ color: null })} />
                <span>none</span>
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
                    <span class="dot" style={{ background: value }} /> {NAMES[at]}
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
