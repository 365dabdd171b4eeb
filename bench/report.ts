// What the bench found: lines of the table, and facts beside it.

import type { Measured } from './load/contest.ts';

export interface Line {
  readonly engine: string;
  readonly operation: string;
  readonly floor: Speed;
  readonly ours: Speed;
  readonly ratio: number;
  /** The least ratio that will do. */
  readonly bar?: number | undefined;
  /** Processor time of our process per request, by that of the floor's. */
  readonly cpu?: { readonly floorMs: number; readonly oursMs: number };
  /** How busy the load generator was against our server; near 100 % it would be measuring itself. */
  readonly loadBusy?: number;
}

export type Speed = Pick<Measured, 'perSecond' | 'p50Ms' | 'p99Ms'>;

/** Something that has no floor. */
export interface Fact {
  readonly engine: string;
  readonly what: string;
  readonly value: string;
  /** Whether its bar is met, where it has one. */
  readonly met?: boolean | undefined;
}

export interface Report {
  readonly lines: readonly Line[];
  readonly facts: readonly Fact[];
}

const COLUMNS = [
  'engine',
  'operation',
  'floor/s',
  'p50',
  'p99',
  'ours/s',
  'p50',
  'p99',
  'ratio',
  'bar',
  'cpu µs',
  'ours',
  'ratio',
  'load busy',
];

export function render({ lines, facts }: Report): string {
  const rows = lines.map(({ engine, operation, floor, ours, ratio, bar, cpu, loadBusy }) => [
    engine,
    operation,
    ...speed(floor),
    ...speed(ours),
    ratio.toFixed(2),
    bar === undefined ? '' : `${mark(ratio >= bar)} ≥ ${bar}`,
    ...(cpu === undefined
      ? ['', '', '']
      : [micros(cpu.floorMs), micros(cpu.oursMs), (cpu.floorMs / cpu.oursMs).toFixed(2)]),
    loadBusy === undefined ? '' : `${Math.round(loadBusy * 100)} %`,
  ]);
  const sayings = facts.map(({ engine, what, value, met }) => [
    engine,
    what,
    value,
    met === undefined ? '' : mark(met),
  ]);
  return [
    ...(rows.length === 0 ? [] : aligned([COLUMNS, ...rows], 2)),
    '',
    ...aligned(sayings, 4),
    '',
    'Latencies in ms. Ratios of requests a second, ours to floor: the median of rounds that ran side by side;',
    'cpu: processor time of the server process per request, floor and ours, which other work on the machine disturbs least.',
  ].join('\n');
}

function speed({ perSecond, p50Ms, p99Ms }: Speed): string[] {
  return [Math.round(perSecond).toLocaleString('en'), p50Ms.toFixed(1), p99Ms.toFixed(1)];
}

function micros(ms: number): string {
  return Math.round(ms * 1000).toLocaleString('en');
}

function mark(met: boolean): string {
  return met ? '✔' : '✖';
}

/** The first columns are words, flush left; the others numbers, flush right. */
function aligned(rows: readonly (readonly string[])[], words: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < words ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
