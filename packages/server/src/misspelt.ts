// Names in the environment that were surely meant for us and are none of our settings: what they say would be ignored without a
// word. Told by a warning, never refused: an environment holds the names of other programs, too.

/** Whoever sets one of these in the environment of this server means the server. */
const FAMILIES = ['OIDC_', 'RATE_LIMIT_', 'SMTP_', 'STRIPE_PRICE_', 'VAPID_', 'WATCHER_'];
/** Of the command, of receivers and hooks: they begin like the name of the service, and what follows may be a setting's name. */
const NOT_OF_THE_SERVER = ['COUNTERSIGN_API_KEY', 'COUNTERSIGN_URL', 'COUNTERSIGN_WEBHOOK_SECRET'];
/** Kubernetes tells every container of every service so, be it called `smtp` or `countersign`. */
const OF_KUBERNETES = /_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_.*)?)$/;
/** In shorter names one letter is too much of the word: COST is no HOST. */
const LEAST_LENGTH = 8;

export interface Misspelt {
  readonly name: string;
  /** The setting that it looks like. */
  readonly meant: string | undefined;
}

export function misspelt(names: readonly string[], settings: readonly string[]): Misspelt[] {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return names
    .filter((name) => !known.has(name) && !NOT_OF_THE_SERVER.includes(name) && !OF_KUBERNETES.test(name))
    .flatMap((name) => {
      const meant = meantBy(name, known);
      return meant !== undefined || FAMILIES.some((family) => name.startsWith(family)) ? [{ name, meant }] : [];
    });
}

function meantBy(name: string, known: ReadonlySet<string>): string | undefined {
  const bare = name.toUpperCase().replace(/^COUNTERSIGN_/, '');
  if (known.has(bare) && (bare.length >= LEAST_LENGTH || bare.length < name.length)) return bare;
  if (bare.length < LEAST_LENGTH) return undefined;
  return [...known].find((setting) => setting.length >= LEAST_LENGTH && isNear(bare, setting));
}

/** One letter too many, too few or another, or two that changed places. */
function isNear(one: string, other: string): boolean {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from++;
  const [a, b] = [one.slice(from), other.slice(from)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped;
}
