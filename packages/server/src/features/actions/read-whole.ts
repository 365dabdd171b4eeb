// An action with its decision, result and delivery, read in one statement: what it shows was true at one moment.

import type { Reader } from '../../storage/database.ts';
import type { DecisionRow, ResultRow } from '../../storage/schema.ts';
import type { DeliveryShown } from '../deliveries/view.ts';
import { findWhole, type StoredAction, type WholeRow } from './store.ts';

export interface WholeAction {
  readonly action: StoredAction;
  readonly decision: DecisionRow | undefined;
  readonly result: ResultRow | undefined;
  readonly delivery: DeliveryShown | undefined;
}

export async function readWhole(reader: Reader, project_id: string, id: string): Promise<WholeAction | undefined> {
  const row = await findWhole(reader, project_id, id);
  if (!row) return undefined;
  return {
    action: row,
    decision: part<DecisionRow>(row, 'decision_', 'id'),
    result: part<ResultRow>(row, 'result_', 'action_id'),
    delivery: part<DeliveryShown>(row, 'delivery_', 'id'),
  };
}

/** The members whose names begin with the prefix, without it; undefined when the join found nothing. */
function part<T>(row: WholeRow, prefix: string, proof: string): T | undefined {
  const members = row as unknown as Readonly<Record<string, unknown>>;
  if (members[prefix + proof] === null) return undefined;
  const own = Object.entries(members).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])) as T;
}
