// How long things took, in few numbers: each class holds how many there were and their sum, and is a tenth wider than the
// one before. A single value comes out as it went in; of many, any quantile is off by a tenth at most.

/** Class → how many, and their sum. */
export type Histogram = Readonly<Record<string, readonly [count: number, sum: number]>>;

const WIDTH = Math.log(1.1);

export function histogramOf(seconds: readonly number[]): Histogram {
  const classes: Record<string, [number, number]> = {};
  for (const each of seconds) {
    const value = Math.max(0, each);
    const key = Math.round(Math.log(value + 1) / WIDTH);
    const [count, sum] = classes[key] ?? [0, 0];
    classes[key] = [count + 1, sum + value];
  }
  return classes;
}

export function merge(one: Histogram, other: Histogram): Histogram {
  const merged: Record<string, readonly [number, number]> = { ...one };
  for (const [key, [count, sum]] of Object.entries(other)) {
    const [before, sumBefore] = merged[key] ?? [0, 0];
    merged[key] = [before + count, sumBefore + sum];
  }
  return merged;
}

const MINUTE = 60;
const HOUR = 3600;
/** As people think of waiting. */
const STEPS: readonly (number | null)[] = [10, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR, null];

/** How many took so long, in steps; the empty ones too. */
export function inSteps(histogram: Histogram): { under_s: number | null; count: number }[] {
  const steps = STEPS.map((under_s) => ({ under_s, count: 0 }));
  for (const [count, sum] of Object.values(histogram)) {
    const step = steps.find(({ under_s }) => under_s === null || sum / count < under_s);
    if (step) step.count += count;
  }
  return steps;
}

/** `share` from 0 to 1; null when there is nothing in it. */
export function quantile(histogram: Histogram, share: number): number | null {
  const classes = Object.entries(histogram).toSorted(([a], [b]) => Number(a) - Number(b));
  const total = classes.reduce((sum, [, [count]]) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(share * total));
  let passed = 0;
  for (const [, [count, sum]] of classes) {
    passed += count;
    if (passed >= rank) return Math.round(sum / count);
  }
  return null;
}
