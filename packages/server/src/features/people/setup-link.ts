// While nobody has made the inbox theirs, every start offers to: a link for the first admin of the first project.

import type { Tx } from '../../storage/database.ts';
import { operatorOf } from '../audit/record.ts';
import { listProjects } from '../project/store.ts';
import { makeSignInLink } from './make-link.ts';
import { hasReviewers } from './store.ts';

/** `base`: where people reach us. */
export async function setupLink(tx: Tx, base: string): Promise<string | undefined> {
  const [project] = await listProjects(tx);
  if (!project || (await hasReviewers(tx))) return undefined;
  const { url } = await makeSignInLink(tx, operatorOf(project.id), { reviewer_id: undefined, base });
  return url;
}
