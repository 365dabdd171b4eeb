// Where a request comes from, as a browser has it: the origin it sees us under, and the cookie it keeps for us.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Visit } from '../app.ts';
import { Problem } from '../base/problem.ts';
import type { Config } from '../config.ts';
import { clientAddress, isFromProxy } from './client-address.ts';

const MAX_AGE_SECONDS = 90 * 86_400;
const MAX_USER_AGENT = 300;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const FLOW_SECONDS = 600;
const SEALED = /^[A-Za-z0-9_-]{1,3000}$/;

type Told = Pick<Config, 'publicUrl' | 'trustedProxies'>;

export function visitOf(message: IncomingMessage, config: Told): Visit {
  const { headers } = message;
  const origin = originOf(message, config);
  const secure = origin.startsWith('https:');
  // Cookies ignore ports, so the port is in the name: two servers on one machine must not sign each other out.
  const { port } = new URL(origin);
  const named = (word: string) => (secure ? `__Host-${word}${port && `_${port}`}` : `${word}_${port || '80'}`);
  const [name, flowName] = [named('sid'), named('oidc')];
  return {
    origin,
    get address() {
      return clientAddress(message, config.trustedProxies);
    },
    user_agent: String(headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    token: headers.cookie === undefined ? undefined : cookieNamed(name, headers.cookie),
    flow: headers.cookie === undefined ? undefined : cookieNamed(flowName, headers.cookie, SEALED),
    flowCookie: (sealed) =>
      `${flowName}=${sealed}; Path=/; Max-Age=${FLOW_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    cookie: (token) =>
      `${name}=${token ?? ''}; Path=/; Max-Age=${token === undefined ? 0 : MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
}

/**
 * Under which names a browser may reach us: `localhost`, the public one, or an address. A name of someone else's that
 * leads here is how a web page would get at a server on this machine.
 */
export function isOwnHost(host: string | undefined, publicUrl: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  if (publicUrl !== undefined && isHostOf(new URL(publicUrl), host)) return true;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

export function foreignHost(publicUrl: string | undefined): Problem {
  const advice =
    publicUrl === undefined
      ? 'Set PUBLIC_URL to use it.'
      : 'It is at PUBLIC_URL; a proxy before it must pass on the Host header.';
  return new Problem('cross_site', { detail: `The inbox is not known under this name. ${advice}` });
}

/** Some proxies write out the port that the scheme has anyway. */
function isHostOf(known: URL, host: string): boolean {
  return URL.parse(`${known.protocol}//${host}`)?.host === known.host;
}

function originOf(message: IncomingMessage, { publicUrl, trustedProxies }: Told): string {
  const host = message.headers.host?.toLowerCase() ?? '';
  const known = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (known && isHostOf(known, host)) return known.origin;
  const forwarded = String(message.headers['x-forwarded-proto'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const scheme = forwarded === 'https' && isFromProxy(message, trustedProxies) ? 'https' : 'http';
  return URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`).origin : 'http://unknown';
}

function cookieNamed(name: string, header: string, form = TOKEN): string | undefined {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1);
  return value !== undefined && form.test(value) ? value : undefined;
}
