// Where the lines of a plot lie, and what stands beside them.

/** About so many lines: more would be a grid. */
const STEPS = 4;

/** From 0 in equal steps of 1, 2 or 5 times a power of ten, to the first that is not under `most`. */
export function ticksTo(most: number): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const raw = most / STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= raw) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step);
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const STEPS_S = [1, 5, 15, 30, MINUTE, 300, 900, 1800, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY] as const;

/** The same for seconds, in steps that people count time in. */
export function timeTicksTo(most: number): readonly number[] {
  const step = STEPS_S.find((one) => most / one <= STEPS) ?? Math.ceil(most / STEPS / DAY) * DAY;
  return Array.from({ length: Math.max(2, Math.ceil(most / step) + 1) }, (_, n) => n * step);
}

/** Which of so many places get words, so that the words do not touch. */
export function labelled(count: number, room: number, wordWidth: number): readonly number[] {
  const fit = Math.max(1, Math.floor(room / wordWidth));
  const step = Math.max(1, Math.ceil(count / fit));
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step);
}
