// The lines behind a plot, and the words beside and under it.

import { labelled } from './scale.ts';

export const HEIGHT = 180;
const TOP = 8;
const BOTTOM = 24;
const LETTER = 7;
/** Between two words. */
const APART = 24;

export interface Frame {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

/** What is left for the plot itself. `widest`: the longest word on the left, in characters. */
export function frameIn(width: number, widest: number): Frame {
  const left = 8 + widest * LETTER;
  return { left, width: Math.max(40, width - left - 4), top: TOP, height: HEIGHT - TOP - BOTTOM };
}

interface Props {
  readonly frame: Frame;
  readonly ticks: readonly number[];
  readonly tickWords: (value: number) => string;
  /** One for each place along the bottom. */
  readonly places: readonly string[];
}

export function Axes({ frame, ticks, tickWords, places }: Props) {
  const most = ticks.at(-1) ?? 1;
  const y = (value: number) => frame.top + frame.height * (1 - value / most);
  const step = frame.width / Math.max(1, places.length);
  const word = LETTER * Math.max(...places.map(({ length }) => length));
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={frame.left} x2={frame.left + frame.width} y1={y(tick)} y2={y(tick)} />
          <text x={frame.left - 6} y={y(tick)} text-anchor="end" dominant-baseline="middle">
            {tickWords(tick)}
          </text>
        </g>
      ))}
      {labelled(places.length, frame.width, word + APART).map((at) => {
        const middle = frame.left + step * (at + 0.5);
        const isFirst = middle < word / 2;
        const isLast = middle + word / 2 > frame.left + frame.width;
        return (
          <text
            key={at}
            x={isLast ? frame.left + frame.width : isFirst ? 0 : middle}
            y={HEIGHT - 6}
            text-anchor={isLast ? 'end' : isFirst ? 'start' : 'middle'}
          >
            {places[at]}
          </text>
        );
      })}
    </g>
  );
}
