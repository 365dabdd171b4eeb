// Someone who decided a moment ago, if they still may. Whether they are still signed in does not matter.

import { covers } from '@countersign/contract';
import type { Decider } from '../../app.ts';
import type { Reader } from '../../storage/database.ts';
import { findReviewer } from './store.ts';

export async function decidingPerson(reader: Reader, project_id: string, id: string): Promise<Decider | undefined> {
  const reviewer = await findReviewer(reader, project_id, id);
  if (reviewer?.status !== 'active' || !covers(reviewer.role, 'reviewer')) return undefined;
  return { type: 'reviewer', id, name: reviewer.name, project_id };
}
