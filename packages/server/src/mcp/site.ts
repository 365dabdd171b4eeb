// Which sites may speak to the tools: a page in somebody's browser must not reach a server that trusts its own network.

import { Problem } from '../base/problem.ts';

interface Place {
  /** The address we listen on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
}

interface Sites {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses a foreign `Origin`, and a foreign `Host` where we know our own name. */
export function checkSite({ host, publicUrl }: Place, headers: Sites): void {
  const onLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const named = hostNameOf(`http://${headers.host}`);
  const ours = [...LOOPBACK, ...(publicUrl === undefined ? [] : [hostNameOf(publicUrl)])];
  // Elsewhere any name may lead here: that of a container, or whatever stands in somebody's DNS.
  const knowsItsName = onLoopback || publicUrl !== undefined;
  const isNeighbour = !onLoopback && headers.origin === undefined && isPlainName(named);
  if (knowsItsName && !ours.includes(named) && !isNeighbour) throw foreign('Host');

  const { origin } = headers;
  if (origin === undefined) return;
  const from = /^https?:\/\//i.test(origin) ? hostNameOf(origin) : undefined;
  if (from === undefined || !(knowsItsName ? ours : [named]).includes(from)) throw foreign('Origin');
}

/** As containers call each other, whatever the inbox is called outside. Nobody else's DNS has it, and every browser says its origin. */
function isPlainName(named: string | undefined): boolean {
  return named !== undefined && /^[a-z0-9_-]+$/.test(named);
}

function hostNameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function foreign(header: string): Problem {
  return new Problem('cross_site', { detail: `The ${header} header names another site.` });
}
