// What the columns of a watcher mean.

import type { Keyword, Schedule, WatcherConfig } from '@countersign/contract';
import type { WatcherRow } from '../../storage/watcher-rows.ts';
import type { Rules } from './keywords/rules.ts';

export function configOf({ config }: Pick<WatcherRow, 'config'>): WatcherConfig {
  return JSON.parse(config) as WatcherConfig;
}

export function scheduleOf({ schedule }: Pick<WatcherRow, 'schedule'>): Schedule {
  return JSON.parse(schedule) as Schedule;
}

export function rulesOf(row: Pick<WatcherRow, 'kind' | 'keywords' | 'keywords_none' | 'min_score'>): Rules {
  return {
    kind: row.kind,
    keywords: JSON.parse(row.keywords) as Keyword[],
    keywords_none: JSON.parse(row.keywords_none) as string[],
    min_score: row.min_score,
  };
}

/** The watcher itself, as the one who does something. */
export function watcherActor({ project_id, id, name }: Pick<WatcherRow, 'project_id' | 'id' | 'name'>) {
  return { project_id, type: 'watcher', id, name } as const;
}
