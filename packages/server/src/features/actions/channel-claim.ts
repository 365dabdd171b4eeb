// The channel a decision is recorded with. A caller may say anything of where it stands; what it says of our own channels is
// not believed, for those we know ourselves.

import type { Caller } from '../../app.ts';

/** What only the service itself can tell. `tool` is one of ours, too, but whoever has a key may well be one. */
const OURS = ['web', 'push', 'email', 'slack', 'discord', 'telegram', 'rule'];

export function channelOf({ type }: Pick<Caller, 'type'>, claimed: string | undefined): string {
  const own = type === 'key' ? 'api' : 'web';
  return !claimed || OURS.includes(claimed.toLowerCase()) ? own : claimed; // people read `Slack` as `slack`
}
