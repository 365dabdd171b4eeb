// The operator's mail server, as SMTP_URL names it, and the address that mail comes from.

import { parseAddress, parseRange, within } from './address-guard.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `whole`: TLS from the first byte. `upgrade`: STARTTLS, or no mail. `none`: in the clear. */
  readonly tls: 'whole' | 'upgrade' | 'none';
  readonly login?: { readonly user: string; readonly pass: string };
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const HINT = 'it must look like smtp://user:password@mail.example:587 or smtps://user:password@mail.example';
const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseRange);

/** Throws an Error that says what would be right. */
export function parseMailServer(given: string): MailServer {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) {
    throw new Error(HINT);
  }
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const tls = tlsOf(url, host);
  const login = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return {
    host,
    port: Number(url.port) || (tls === 'whole' ? 465 : 587),
    tls,
    ...(login.user === '' ? {} : { login }),
  };
}

/** What stays on this machine needs no TLS; whoever wants none elsewhere says so. */
function tlsOf(url: URL, host: string): MailServer['tls'] {
  const said = url.searchParams.get('tls');
  const known = url.search === '' || (said === 'off' && url.searchParams.size === 1 && url.protocol === 'smtp:');
  if (!known) throw new Error('it must end without `?`, or with `?tls=off` after smtp://');
  if (url.protocol === 'smtps:') return 'whole';
  return said === 'off' || isLoopback(host) ? 'none' : 'upgrade';
}

export function isLoopback(host: string): boolean {
  const bytes = parseAddress(host);
  return host === 'localhost' || LOOPBACK.some((range) => range && bytes && within(bytes, range));
}

/**
 * One plain address: nothing in it can end a header, begin another address or stand for a list. Narrower than RFC 5322,
 * whose quoted and commented forms nobody has and many programs read differently.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
    !text.includes('..')
  );
}

/** `inbox@example.com`, or with a name: `Countersign <inbox@example.com>`. */
export function parseMailAddress(given: string): MailAddress {
  const [, name = '', inside] = /^([^<>"\p{C}]*)<([^<>]*)>$/u.exec(given.trim()) ?? [];
  const address = (inside ?? given).trim();
  if (!isMailAddress(address)) {
    throw new Error('it must look like inbox@example.com or Countersign <inbox@example.com>');
  }
  return { name: name.trim() || 'Countersign', address };
}
