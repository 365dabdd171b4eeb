// The names of hosts: they lead outside, until they lead inside, nowhere, or to both.

import type { World } from '../../src/world/world.ts';
import type { Random } from './random.ts';

/** What a name can lead to: addresses, none of which anybody may be sent to unless all are public. */
const LEADS = {
  outside: ['93.184.216.34'],
  inside: ['10.0.0.7'],
  'to both': ['93.184.216.34', '127.0.0.1'],
  nowhere: [],
} as const;

type Lead = keyof typeof LEADS;

export interface Names {
  readonly resolve: World['resolve'];
  /** One of the names that were asked for leads elsewhere from now on. Says which, and where. */
  change(): string | undefined;
  /** Whether any has ever led inside. */
  everInside(): boolean;
  heal(): void;
}

export function makeNames(random: Random): Names {
  const leads = new Map<string, Lead>();
  let everInside = false;
  return {
    async resolve(host) {
      if (!leads.has(host)) leads.set(host, 'outside');
      return LEADS[leads.get(host) ?? 'outside'];
    },
    change() {
      const host = random.pickAny([...leads.keys()]);
      if (host === undefined) return undefined;
      const lead: Lead = leads.get(host) === 'outside' ? random.pick(['inside', 'to both', 'nowhere']) : 'outside';
      everInside ||= lead === 'inside' || lead === 'to both';
      leads.set(host, lead);
      return `${host} leads ${lead}`;
    },
    everInside: () => everInside,
    heal: () => leads.clear(),
  };
}
