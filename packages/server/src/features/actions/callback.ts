// Whether a webhook may go to an address: judged at create by what the name resolves to then, and again at sending.

import type { App } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { vetTarget } from '../../world/target.ts';

const RESOLVE_MS = 500;

export async function checkCallback(app: App, text: string): Promise<void> {
  // The URL parser forgives these; two readers of one address must not disagree about its host.
  if (/[\\\p{Cc} ]/u.test(text)) throw invalid('callback_url', 'must not contain a backslash, a space or a line break');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('callback_url', 'must be http or https');
  if (url.username !== '' || url.password !== '') throw invalid('callback_url', 'must not carry a user or password');

  const { world, config } = app;
  const vetted = await vetTarget(url, {
    resolve: world.resolve,
    timeoutMs: RESOLVE_MS,
    allowPrivate: config.allowPrivateTargets,
    ourselves: app.ourselves(),
  });
  // No answer is no reason to refuse: the name may exist by the time of the decision.
  if ('error' in vetted && vetted.error === 'target_blocked') {
    throw new Problem('private_target', {
      detail: 'callback_url leads to an address that is not public, or back to this server.',
      issues: [{ path: 'callback_url', message: 'leads to an address that is not public, or back to this server' }],
    });
  }
}
