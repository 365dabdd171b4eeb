// The places at which a server can be made to end as by SIGKILL, and how it is told to.

import { fileURLToPath } from 'node:url';
import type { Engine } from '../support/databases.ts';

const FAILPOINTS = [
  'before-commit',
  /** The word is with the database; nobody has heard how it ended. Only PostgreSQL is elsewhere. */
  'commit-under-way',
  'after-commit',
  'before-reply',
  'before-post',
  /** The receiver has the whole of it and has not answered. */
  'post-under-way',
  'after-post',
  /** The outcome of an attempt is written and not committed. */
  'before-mark',
  /** A schema step is made and not committed. */
  'in-migration',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** Those that a server comes by at work. */
export function failpointsOf(engine: Engine): Failpoint[] {
  return FAILPOINTS.filter(
    (place) => place !== 'in-migration' && (place !== 'commit-under-way' || engine === 'postgres'),
  );
}

const PRELOAD = fileURLToPath(new URL('./end-at-failpoint.ts', import.meta.url));

/** For serve(): the process ends when it gets to the place for the `count`th time. */
export function endingAt(place: Failpoint, count: number) {
  return { flags: ['--import', PRELOAD], environment: { FAILPOINT: `${place}:${count}` } };
}
