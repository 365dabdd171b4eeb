// Says which settings nobody reads, before anything is done with what they were not read for. Names alone: a value may be a secret.

import { misspeltSettings } from '../config.ts';
import type { Log } from '../world/log.ts';

export function tellMisspelt(log: Log): void {
  for (const { name, meant } of misspeltSettings()) log('warn', 'settings.unknown', { name, meant });
}
