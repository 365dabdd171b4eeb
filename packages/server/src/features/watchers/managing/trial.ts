// A watcher that is tried and not saved: what is wished, and what every answer to it is made of.

import type { WatcherPreview, watcherOperations } from '@countersign/contract';
import type { Static } from 'typebox';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import type { Rules } from '../keywords/rules.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Source } from '../sources/source.ts';
import { cardOf } from '../telling/card.ts';
import type { Found } from '../telling/match.ts';

export type Wish = Static<(typeof watcherOperations)['previewWatcher']['body']>;

export interface Trial {
  readonly wish: Wish;
  readonly rules: Rules;
  readonly source: Source;
  readonly kind: Kind;
  readonly query: string | undefined;
  /** The watcher whose knowledge it is compared with. */
  readonly like: WatcherRow | undefined;
  readonly zone: string;
}

export type Shown = Omit<Partial<WatcherPreview>, 'warnings'>;

export function problem(error_code: NonNullable<WatcherPreview['error_code']>, error: string): Shown {
  return { error_code, error };
}

/** The card it would make of what was found. */
export function sampleOf(
  { wish, like, source, rules, zone }: Trial,
  found: Found,
  feedTitle: string,
): NonNullable<WatcherPreview['sample_action']> {
  const watcher = { id: like?.id ?? 'wat_preview', name: wish.name, kind: rules.kind, min_score: rules.min_score };
  const about = { watcher, feedTitle, sourceUrl: source.url, zone, run_id: 'run_preview' };
  const { kind, title, preview, target_url, payload } = cardOf(found, about);
  return {
    kind,
    title,
    preview,
    ...(target_url === undefined ? {} : { target_url }),
    payload: JSON.parse(payload ?? 'null'),
  };
}
