// Sessions that begin, are used and end in the same moment: nobody waits for someone who waits for them.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Visit } from '../../src/app.ts';
import { deleteSessions, insertSession, saveSeen } from '../../src/features/people/session-store.ts';
import { startSession } from '../../src/features/people/start-session.ts';
import { insertReviewer } from '../../src/features/people/store.ts';
import { hashToken } from '../../src/features/people/token.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import type { ReviewerRow, SessionRow } from '../../src/storage/schema.ts';
import { givenApp } from '../support/open-app.ts';

/** Two at once that meet in the wrong order do so every other time. */
const TIMES = 20;

/** How often `work` was begun while the session ended: once, unless the database had to break it off. */
async function begunAsItEnds(
  t: TestContext,
  work: (tx: Tx, reviewer: ReviewerRow, session: SessionRow) => Promise<unknown>,
): Promise<number> {
  const { app, world } = await givenApp(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Busy'));
  let begun = 0;
  for (let n = 0; n < TIMES; n++) {
    const who = { project_id, id: `rev_${n}`, name: 'Ana', role: 'admin', status: 'active' } as const;
    const reviewer = { ...who, email: null, preferences: '{}', password: null, created_at: 0, last_seen_at: null };
    const moments = { created_at: 0, signed_in_at: 0, last_seen_at: 0 };
    const ids = { project_id, id: `ses_${n}`, hash: hashToken(String(n)), reviewer_id: who.id };
    const session = { ...ids, ...moments, user_agent: '' };
    await inTransaction(app, async (tx) => {
      await insertReviewer(tx, reviewer);
      await insertSession(tx, session);
    });
    world.wind(1);
    const counted = (one: (tx: Tx) => Promise<unknown>) =>
      inTransaction(app, (tx) => {
        begun++;
        return one(tx);
      });
    await Promise.all([
      counted((tx) => work(tx, reviewer, session)),
      counted((tx) => deleteSessions(tx, { project_id, reviewer_id: who.id })),
    ]);
  }
  return begun / 2;
}

test('whoever signs out while their session is noted as used waits for no other than that', async (t) => {
  assert.equal(await begunAsItEnds(t, (tx, _, session) => saveSeen(tx, session)), TIMES);
});

test('so does whoever is signed out while they sign in anew in the same browser', async (t) => {
  const begun = await begunAsItEnds(t, (tx, reviewer, session) => {
    const token = session.id.replace('ses_', '');
    const visit = { token, user_agent: '' } as Visit;
    return startSession(tx, reviewer, { visit, method: 'passkey' });
  });
  assert.equal(begun, TIMES);
});
