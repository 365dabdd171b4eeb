// `npm run egress -- N [seed]`: N spellings of forbidden addresses, a million unless told. Exits 1 when one gets through.

import { openCanaries } from './canaries.ts';
import { trySpellings } from './try-spellings.ts';

const [count = 1_000_000, seed = Math.floor(performance.timeOrigin)] = process.argv.slice(2).map(Number);
const canaries = await openCanaries();
const startedMs = performance.now();
const { passed, ...tried } = await trySpellings(count, seed, canaries);
const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
await canaries.close();
process.stdout.write(
  `${JSON.stringify(tried)}, seed ${seed}, ${seconds} s\n${passed.slice(0, 100).join('\n')}\n` +
    `${passed.length} passed a gate; ${canaries.hits()} connections to ${canaries.addresses.join(', ')}\n`,
);
process.exitCode = passed.length === 0 && canaries.hits() === 0 && tried.spellings > 0 ? 0 : 1;
