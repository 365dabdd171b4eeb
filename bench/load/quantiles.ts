// Quantiles of a list of numbers.

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}
