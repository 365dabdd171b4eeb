// One spelling for a link, so that two spellings of the same page are the same.

const TRACKING =
  /^(utm_.*|mtm_.*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|igshid|srsltid)$/i;

/** For display and for opening; undefined when it is not a link to http or https. `feedUrl` is also the base. */
export function canonicalLink(link: string | undefined, feedUrl: string): string | undefined {
  if (link === undefined || link.length > MAX_LENGTH || !URL.canParse(link, feedUrl)) return undefined;
  const url = new URL(link, feedUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined; // it would show another host than it leads to
  if (!url.hash.startsWith('#!')) url.hash = '';
  url.search = withoutTracking(url.search, hostOf(feedUrl));
  // The parser keeps a lone question mark in href.
  const canonical = url.href.replace(/\?(?=#|$)/, '');
  return canonical.length > MAX_LENGTH ? undefined : canonical;
}

/** As it is written, and once it is encoded, which makes twelve of a sign. */
const MAX_LENGTH = 8192;

/** Other parameters stay as they are written, in their order. */
function withoutTracking(search: string, feedHost: string | undefined): string {
  if (search.length < 2) return '';
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      if (TRACKING.test(name)) return false;
      return !(name === 'ref' && feedHost !== undefined && namesHost(value, feedHost));
    });
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function namesHost(value: string, host: string): boolean {
  const bare = (name: string) => name.toLowerCase().replace(/^www\./, '');
  return bare(value) === bare(host);
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** http and https are equal for comparing. */
export function comparedLink(canonical: string): string {
  return canonical.replace(/^https?:\/\//, '');
}
