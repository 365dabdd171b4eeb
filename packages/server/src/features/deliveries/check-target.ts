// Whether something may be sent to an address: judged when it is named by what the name resolves to then, and again at sending.

import type { App } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { vetTarget } from '../../world/target.ts';

const RESOLVE_MS = 500;

/** `member`: where in the request it was named. */
export async function checkTarget(app: App, member: string, text: string): Promise<void> {
  // The URL parser forgives these; two readers of one address must not disagree about its host.
  if (/[\\\p{Cc} ]/u.test(text)) throw invalid(member, 'must not contain a backslash, a space or a line break');
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw invalid(member, 'must be http or https');
  if (url.username !== '' || url.password !== '') throw invalid(member, 'must not carry a user or password');

  const { world, config } = app;
  const vetted = await vetTarget(url, {
    resolve: world.resolve,
    timeoutMs: RESOLVE_MS,
    allowPrivate: config.allowPrivateTargets,
    ourselves: app.ourselves(),
  });
  // No answer is no reason to refuse: the name may exist by the time something is sent.
  if ('error' in vetted && vetted.error === 'target_blocked') {
    const message = 'leads to an address that is not public, or back to this server';
    throw new Problem('private_target', { detail: `${member} ${message}.`, issues: [{ path: member, message }] });
  }
}
