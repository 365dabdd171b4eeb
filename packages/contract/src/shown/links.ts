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

/** With its scheme it is one anywhere in the words; without, where they begin with a host. */
const ADDRESSES = /https?:\/\/[^\s<>"]{1,2000}/gi;
const SAYS_HOST = /^\s*((?:[\p{L}\p{N}_-]+\.)+[\p{L}]{2,24}(?:[/:?#]\S{0,2000})?)(?=\s|$)/iu;
const MOST_SAID = 5;
const LONGEST = 2000;

export function readLink(address: string, words: string): LinkReading {
  const url = addressOf(address);
  if (!url || !/^https?:$/.test(url.protocol)) return { usable: false, warnings: ['blocked'] };
  const { decoded, looksLike } = readHost(url.hostname);
  const warnings: LinkReading['warnings'][number][] = [];
  if (saidIn(words).some((said) => !leadsTo(said, url))) warnings.push('other_host');
  if (url.username !== '' || url.password !== '' || isUserToOthers(address)) warnings.push('user_in_address');
  if (looksLike !== undefined) warnings.push('look_alike');
  return { usable: true, host: url.hostname, ...(decoded !== undefined && { decoded }), warnings };
}

/** The addresses that the words tell of. One that they begin with may go on after a blank: `%20` is shown as that. */
function saidIn(words: string): readonly string[] {
  const whole = words.trim().slice(0, LONGEST);
  const said = words.match(ADDRESSES);
  if (said) return said.length === 1 && whole.startsWith(said[0]) ? [whole] : said.slice(0, MOST_SAID);
  const host = SAYS_HOST.exec(words)?.[1];
  return host === undefined ? [] : [`http://${host}`];
}

const PUNCTUATION = /[.,;:!?…'`)\]]+$/;
const IS_CUT = /(?:…|\.\.\.)$/;

/** What is said may be less than the whole, but not something else. */
function leadsTo(said: string, url: URL): boolean {
  const first = said.replace(/\s.*$/s, '');
  const readings = [said, said.replace(PUNCTUATION, ''), first.replace(PUNCTUATION, '')].flatMap(
    (text) => addressOf(text) ?? [],
  );
  const real = placeOf(url);
  const fits = (claimed: URL) => {
    if (!sameSite(claimed.hostname, url.hostname) || claimed.port !== url.port) return false;
    const place = placeOf(claimed);
    return place === '' || place === real || (IS_CUT.test(said) && real.startsWith(place));
  };
  return readings.length === 0 || readings.some(fits);
}

/** Beyond the host. */
function placeOf({ pathname, search, hash }: URL): string {
  const place = `${pathname}${search}${hash}`.replace(/\/$/, '');
  try {
    return decodeURI(place);
  } catch {
    return place; // a percent sign that stands for itself
  }
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
