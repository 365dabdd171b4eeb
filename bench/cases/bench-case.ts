// What a case is given, and what it gives back.

import type { Engine } from '../databases.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';

export interface Bench {
  readonly engine: Engine;
  readonly options: Options;
  /** Progress, for whoever is watching. */
  say(what: string): void;
}

export type BenchCase = (bench: Bench) => Promise<Report>;
