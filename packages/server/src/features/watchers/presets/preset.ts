// A preset: a few words from a person become a whole watcher.

import type { Keyword, WatcherConfig, WatcherKind } from '@countersign/contract';
import type { Param } from './params.ts';

export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly kind: WatcherKind;
  readonly every: string;
  readonly params: readonly Param[];
  /** What is watched, where one parameter alone does not say it; else the first that is given does. */
  named?(values: Readonly<Record<string, string>>): string;
  /** The values are checked, not encoded. */
  make(values: Readonly<Record<string, string>>): Made;
}

export interface Made {
  readonly config: WatcherConfig;
  readonly keywords?: readonly Keyword[];
  readonly min_score?: number;
}
