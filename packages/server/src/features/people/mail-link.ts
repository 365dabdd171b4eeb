// Someone asks for a link by mail. The request is kept and answered at once; whether anyone has the address is looked up
// afterwards, so that neither the answer nor its time tells.

import { type App, sweepTopic, type Visit } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inSmallLetters } from '../../base/small-letters.ts';
import { inTransaction } from '../../storage/database.ts';
import { insertMailRequest } from './mail-request-store.ts';
import { demandOtherWays } from './only-oidc.ts';
import { takeTry } from './take-try.ts';

export async function askForMail(app: App, visit: Visit, given: string): Promise<void> {
  if (!app.config.mailServer) throw new Problem('not_found', { detail: 'This server sends no mail.' });
  demandOtherWays(app);
  const email = inSmallLetters(given);
  await takeTry(app, email, visit, 'mail'); // never forgiven: each may be a mail in someone's box
  await inTransaction(app, async (tx) => {
    await insertMailRequest(tx, { id: tx.newId('mrq'), email, created_at: tx.now, due_at: tx.now, attempt: 0 });
    tx.announce(sweepTopic('mail'));
  });
}
