// While nobody has made the inbox theirs, every start offers to: a link for the first admin of the first project.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { operatorOf } from '../audit/record.ts';
import { listProjects } from '../project/store.ts';
import { makeSignInLink, pageBase } from './make-link.ts';
import { hasReviewers } from './store.ts';

export async function setupLink(app: App): Promise<string | undefined> {
  const [project] = await listProjects(app.reader);
  if (!project || (await hasReviewers(app.reader))) return undefined;
  const base = pageBase(app);
  const { url } = await inTransaction(app, (tx) =>
    makeSignInLink(tx, operatorOf(project.id), { reviewer_id: undefined, base }),
  );
  return url;
}
