// Where a link really leads, and whether its words say otherwise.

import { readHost } from './look-alikes.ts';

export interface LinkReading {
  /** Only http and https become links. */
  readonly usable: boolean;
  readonly host?: string;
  readonly decoded?: string;
  /** Why the reader should look twice. */
  readonly warnings: readonly ('blocked' | 'other_host' | 'user_in_address' | 'look_alike')[];
}

const SAYS_HOST = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}_-]+\.)+[\p{L}]{2,24})(?=[/:?#\s]|$)/iu;

export function readLink(address: string, words: string): LinkReading {
  const url = addressOf(address);
  if (!url || !/^https?:$/.test(url.protocol)) return { usable: false, warnings: ['blocked'] };
  const { decoded, looksLike } = readHost(url.hostname);
  const said = SAYS_HOST.exec(words)?.[1];
  const saidHost = said === undefined ? undefined : addressOf(`http://${said}`)?.hostname;
  const warnings: LinkReading['warnings'][number][] = [];
  if (saidHost !== undefined && !sameSite(saidHost, url.hostname)) warnings.push('other_host');
  if (url.username !== '' || url.password !== '' || isUserToOthers(address)) warnings.push('user_in_address');
  if (looksLike !== undefined) warnings.push('look_alike');
  return { usable: true, host: url.hostname, ...(decoded !== undefined && { decoded }), warnings };
}

/** Not `URL.parse`: the first releases of Node 20 have none, nor have browsers of that time. */
function addressOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** To a browser `https://a.example\@b.example` leads to the first, to the program that carries it out perhaps to the second. */
function isUserToOthers(address: string): boolean {
  const [, authority = ''] = /^[^:/?#]*:[/\\]*([^/?#]*)/.exec(address) ?? [];
  return authority.slice(0, authority.lastIndexOf('@') + 1).includes('\\');
}

/** "www.a.example" for a link to "a.example" misleads nobody; "bank.example" for "bank.example.evil.tld" does. */
function sameSite(said: string, real: string): boolean {
  const bare = (host: string) => host.replace(/^www\./, '').replace(/\.$/, '');
  return bare(said) === bare(real);
}

/** The part of a host that somebody had to register, as far as can be told without a list of suffixes. */
export function mainPart(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return host;
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  const second = labels.at(-2) ?? '';
  const take = last.length === 2 && second.length <= 3 ? 3 : 2; // co.uk, com.br
  return labels.slice(-take).join('.');
}
