// A link that a feed gives, if it leads to the web: whatever a browser would read as http or https, and nothing else.

/** Any will do, to see what a browser makes of an address that is relative to we do not know what. */
const SOMEWHERE = 'https://somewhere.invalid';

/**
 * Made absolute where there is a base, else as it is written; undefined for `javascript:` and its like, however they
 * are disguised: a browser leaves out control characters, and so does the parser that decides here.
 */
export function webAddress(written: string | undefined, base: string | undefined): string | undefined {
  if (!written) return undefined;
  const absolute = URL.parse(written);
  const resolved = absolute ?? URL.parse(written, base);
  const { protocol } = resolved ?? URL.parse(written, SOMEWHERE) ?? { protocol: '' };
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const isPlain = !/\p{Cc}/u.test(written);
  return resolved && !(absolute && isPlain) ? resolved.href : written;
}
