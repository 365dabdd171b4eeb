// Bars of several parts, one for each day or hour.

import { number } from '../i18n/translate.ts';
import { Axes, frameIn, HEIGHT } from './axes.tsx';
import { ticksTo } from './scale.ts';

export interface Part {
  readonly name: string;
  /** Its colour, and the place of its name in the legend. */
  readonly tone: 'go' | 'stop' | 'accent' | 'warn' | 'plain';
  readonly values: readonly number[];
}

interface Props {
  readonly label: string;
  readonly width: number;
  readonly places: readonly string[];
  readonly parts: readonly Part[];
}

export function StackedBars({ label, width, places, parts }: Props) {
  const totals = places.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const ticks = ticksTo(Math.max(0, ...totals));
  const most = ticks.at(-1) ?? 1;
  const frame = frameIn(width, number(most).length);
  const step = frame.width / Math.max(1, places.length);
  const gap = Math.min(8, step * 0.2);
  return (
    <>
      <svg class="chart" width={width} height={HEIGHT} role="img">
        <title>{label}</title>
        <Axes frame={frame} ticks={ticks} tickWords={(value) => number(value)} places={places} />
        {places.map((place, at) => {
          let under = 0;
          return (
            <g key={place}>
              <title>{`${place}: ${parts.map(({ name, values }) => `${values[at] ?? 0} ${name}`).join(', ')}`}</title>
              {parts.map(({ name, tone, values }) => {
                const value = values[at] ?? 0;
                const height = (value / most) * frame.height;
                const y = frame.top + frame.height - under - height;
                under += height;
                return value === 0 ? null : (
                  <rect
                    key={name}
                    class={tone}
                    x={frame.left + step * at + gap / 2}
                    width={Math.max(1, step - gap)}
                    y={y}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <Legend parts={parts} />
    </>
  );
}

export function Legend({ parts }: { readonly parts: readonly Pick<Part, 'name' | 'tone'>[] }) {
  return (
    <ul class="legend small">
      {parts.map(({ name, tone }) => (
        <li key={name}>
          <span class={`key ${tone}`} aria-hidden="true" /> {name}
        </li>
      ))}
    </ul>
  );
}
