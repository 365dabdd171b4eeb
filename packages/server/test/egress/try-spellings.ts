// Sends every spelling through the two gates it would meet, the check at create and the sending itself, for real.

import type { App } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { readConfig } from '../../src/config.ts';
import { checkTarget } from '../../src/features/deliveries/check-target.ts';
import { sendOut } from '../../src/world/outgoing.ts';
import type { CanaryCage } from './canaries.ts';
import { chanceFrom } from './chance.ts';
import { type Spelling, spell } from './spellings.ts';

export interface Tried {
  readonly spellings: number;
  /** Not a URL at all. */
  readonly unreadable: number;
  readonly refusedAtCreate: number;
  readonly refusedAtSending: number;
  /** What was not refused; there must be none. */
  readonly passed: readonly string[];
}

const config = readConfig({});

export async function trySpellings(count: number, seed: number, canaries: CanaryCage): Promise<Tried> {
  const chance = chanceFrom(seed);
  const passed: string[] = [];
  const counts = { unreadable: 0, refusedAtCreate: 0, refusedAtSending: 0 };
  for (let n = 0; n < count; n++) {
    const spelling = spell(chance, canaries);
    if (!URL.canParse(spelling.url)) counts.unreadable++;
    else if (await isRefusedAtCreate(spelling)) counts.refusedAtCreate++;
    else passed.push(`create ${JSON.stringify(spelling)}`);
    const sent = await send(spelling);
    if (sent === 'target_blocked' || (sent === 'dns' && isElsewhere(spelling))) counts.refusedAtSending++;
    else passed.push(`send ${JSON.stringify(spelling)}: ${sent}`);
  }
  return { spellings: count, ...counts, passed };
}

/** The parser took a part for the host that was not meant to be it. */
function isElsewhere({ url }: Spelling): boolean {
  return new URL(url).hostname.includes('good');
}

/** Only the name in the spelling has addresses; whatever else the parser finds has none, and nothing leaves the machine. */
const resolveFor =
  ({ answers }: Spelling) =>
  async (host: string) =>
    host.includes('good') ? [] : (answers ?? []);

async function isRefusedAtCreate(spelling: Spelling): Promise<boolean> {
  const app = {
    config,
    world: { resolve: resolveFor(spelling) },
    ourselves: () => ({ publicUrl: 'http://ourselves.example', sockets: [] }),
  };
  try {
    await checkTarget(app as unknown as App, 'callback_url', spelling.url);
    return isElsewhere(spelling); // it resolves to nothing here, and what has no address is judged at sending
  } catch (error) {
    if (error instanceof Problem && ['private_target', 'validation_failed'].includes(error.code)) return true;
    throw error;
  }
}

async function send(spelling: Spelling): Promise<string> {
  const request = { method: 'POST', headers: {}, body: '{}', deadlineMs: 2000, maxBytes: 100 } as const;
  const answer = await sendOut({ ...request, url: spelling.url, allowPrivate: false }, resolveFor(spelling));
  return 'error' in answer ? answer.error : String(answer.status);
}
