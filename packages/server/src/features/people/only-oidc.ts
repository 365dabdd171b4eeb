// Where the operator wants the company's sign-in alone, every other way in is closed; the server's own link stays.

import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import type { LinkRow } from '../../storage/schema.ts';

export function demandOtherWays({ config }: Pick<App, 'config'>): void {
  if (!config.oidcOnly) return;
  throw new Problem('unauthenticated', { detail: `Only ${config.oidcName} opens this inbox.` });
}

/** What the shell or an admin key made is the way back in when the company's sign-in is down. */
export function demandOpenLink(app: Pick<App, 'config'>, { purpose }: Pick<LinkRow, 'purpose'>): void {
  if (purpose !== 'setup' && purpose !== 'sign_in') demandOtherWays(app);
}

/** People cannot hand out a way around it. */
export function demandMayMakeLinks({ config }: Pick<App, 'config'>, caller: Caller): void {
  if (!config.oidcOnly || caller.type === 'key') return;
  throw new Problem('insufficient_scope', {
    detail: `Only ${config.oidcName} opens this inbox; links come from the server.`,
  });
}
