// What a create has to know of its project besides itself, in one look: on PostgreSQL each look is a journey.

import type { Reader } from '../../storage/database.ts';
import { preparedRead } from '../../storage/prepared.ts';
import { lookAlikes, type Wanted } from './look-alike-store.ts';

export interface Around {
  /** Of the project's rules; null: it never had one. */
  readonly revision: string | null;
  /** Browsers that are told, and channels. */
  readonly browsers: boolean;
  readonly channels: boolean;
  /** Whether something waits that looks like it. */
  readonly like: boolean;
}

const selectAround = preparedRead<Wanted, Around>((q, p) =>
  q
    .selectFrom('projects')
    .select(({ selectFrom, exists }) => [
      selectFrom('rule_sets').select('revision').where('project_id', '=', p.project_id).as('revision'),
      exists(selectFrom('push_subscriptions').select('id').where('project_id', '=', p.project_id)).as('browsers'),
      exists(selectFrom('notification_channels').select('id').where('project_id', '=', p.project_id)).as('channels'),
      exists(lookAlikes(q, p)).as('like'),
    ])
    .where('id', '=', p.project_id),
);

export async function lookAround(reader: Reader, wanted: Wanted): Promise<Around> {
  const [around] = await selectAround(reader, wanted);
  return {
    revision: around?.revision ?? null,
    browsers: Boolean(around?.browsers),
    channels: Boolean(around?.channels),
    like: Boolean(around?.like),
  };
}
