// Finds an action that waits and looks like another.

import type { Reader } from '../../storage/database.ts';
import { ONE } from '../../storage/literal.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Looks } from './looks.ts';

export type Wanted = Looks & { readonly project_id: string };

/**
 * The neighbours on either side in the index: however many are the same, these are two steps. The look alone is asked for: with
 * the project or the status PostgreSQL would also have other indexes to choose from, and of a table that it has not looked at
 * since it grew it may choose one that leads through all that waits.
 */
export function lookAlikes(q: Reader['q'], p: Wanted) {
  const alike = q.selectFrom('actions').select(['project_id', 'id']).where('looks', '=', p.looks).limit(ONE);
  const before = alike.where('written', '<', p.written).orderBy('written', 'desc').orderBy('id', 'desc');
  const after = alike.where('written', '>', p.written).orderBy('written').orderBy('id');
  return q
    .selectFrom(before.as('before'))
    .select('id')
    .where('project_id', '=', p.project_id)
    .unionAll(q.selectFrom(after.as('after')).select('id').where('project_id', '=', p.project_id));
}

const selectLookAlikes = preparedRead<Wanted, { id: string }>(lookAlikes);

export async function findLookAlike(reader: Reader, wanted: Wanted): Promise<string | undefined> {
  const others = await selectLookAlikes(reader, wanted);
  return others.map(({ id }) => id).toSorted()[0]; // the older, whichever side it is on
}
