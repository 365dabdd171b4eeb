// How long agents waited: the middle one and the slow tenth, over the days. Where both are the same, the dot of the one lies in
// the ring of the other.

import { Axes, frameIn, HEIGHT } from './axes.tsx';
import { timeTicksTo } from './scale.ts';
import { Legend } from './stacked-bars.tsx';
import { seconds } from './words.ts';

export interface Line {
  readonly name: string;
  readonly tone: 'accent' | 'warn';
  /** Null: nothing was decided then. */
  readonly values: readonly (number | null)[];
}

interface Props {
  readonly label: string;
  readonly width: number;
  readonly places: readonly string[];
  readonly lines: readonly Line[];
}

export function TimeLines({ label, width, places, lines }: Props) {
  const ticks = timeTicksTo(Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const most = ticks.at(-1) ?? 1;
  const frame = frameIn(width, Math.max(...ticks.map((tick) => seconds(tick).length)));
  const step = frame.width / Math.max(1, places.length);
  const x = (at: number) => frame.left + step * (at + 0.5);
  const dot = places.length > 40 ? 1.5 : 3;
  const y = (value: number) => frame.top + frame.height * (1 - value / most);
  return (
    <>
      <svg class="chart" width={width} height={HEIGHT} role="img">
        <title>{label}</title>
        <Axes frame={frame} ticks={ticks} tickWords={seconds} places={places} />
        {lines.toReversed().map(({ name, tone, values }) => (
          <g key={name} class={`line ${tone}`}>
            <path d={pathOf(values.map((value, at) => (value === null ? null : [x(at), y(value)])))} />
            {values.map(
              (value, at) =>
                value !== null && (
                  <circle key={places[at]} cx={x(at)} cy={y(value)} r={dot * (tone === 'warn' ? 1.5 : 1)}>
                    <title>{`${places[at]}: ${name} ${seconds(value)}`}</title>
                  </circle>
                ),
            )}
          </g>
        ))}
      </svg>
      <Legend parts={lines} />
    </>
  );
}

/** Where nothing is known the line stops, and begins again. */
function pathOf(points: readonly (readonly [number, number] | null)[]): string {
  return points
    .map((point, at) =>
      point === null ? '' : `${points[at - 1] ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`,
    )
    .join('');
}
