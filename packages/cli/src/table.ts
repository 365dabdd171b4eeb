// Aligned columns.

import { cut, oneLine, widthOf } from './text.ts';

export interface Column {
  readonly title: string;
  /** The one column that gives way when the terminal is too narrow. */
  readonly shrinks?: true;
}

const LEAST_WIDTH = 12;
const GAP = 2;

/** The lines, titles first. `columns` is the width of the terminal; without it nothing is cut. */
export function table(heads: readonly Column[], rows: readonly (readonly string[])[], columns?: number): string[] {
  const cells = [heads.map(({ title }) => title), ...rows.map((row) => row.map(oneLine))];
  const widths = heads.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ''))));
  const shrinking = heads.findIndex(({ shrinks }) => shrinks);
  if (columns !== undefined && shrinking >= 0) {
    const others = widths.reduce((sum, width, index) => sum + (index === shrinking ? 0 : width + GAP), 0);
    widths[shrinking] = Math.min(widths[shrinking] ?? 0, Math.max(LEAST_WIDTH, columns - others));
  }
  const lines = cells.map((row) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const text = cut(cell, width);
        return `${text}${' '.repeat(width - widthOf(text) + GAP)}`;
      })
      .join('')
      .trimEnd(),
  );
  return columns === undefined ? lines : lines.map((line) => cut(line, columns)); // one that is broken looks like two
}
