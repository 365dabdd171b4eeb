// Whether a webhook may go to an address: judged at create by what the name resolves to then, and again at sending.

import type { App } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { mayReach, parseAddress } from '../../world/address-guard.ts';

const RESOLVE_MS = 500;

export async function checkCallback(app: App, text: string): Promise<void> {
  // The URL parser forgives backslashes; two readers of one address must not disagree about its host.
  if (text.includes('\\')) throw invalid('callback_url', 'must not contain a backslash');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('callback_url', 'must be http or https');
  if (url.username !== '' || url.password !== '') throw invalid('callback_url', 'must not carry a user or password');

  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = await addressesOf(app, host);
  // No answer is no reason to refuse: the name may exist by the time of the decision.
  if (addresses.some((address) => !mayReach(address, app.config.allowPrivateTargets))) {
    throw new Problem('private_target', {
      detail: 'callback_url leads to an address that is not public.',
      issues: [{ path: 'callback_url', message: 'leads to an address that is not public' }],
    });
  }
}

async function addressesOf(app: App, host: string): Promise<readonly string[]> {
  if (parseAddress(host)) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']; // RFC 6761, whatever DNS says
  return app.world.resolve(host, RESOLVE_MS);
}
