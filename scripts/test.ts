// `npm test`: the checks, then every test file. With arguments: only the files whose path contains one of them.

import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { runChecks } from './check.ts';

const wanted = process.argv.slice(2);
const files = globSync('{packages/*/{src,test},scripts}/**/*.test.ts').filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);

const failedChecks = wanted.length === 0 ? runChecks() : [];
let passed = 0;
let failed = failedChecks.length;

const events = run({ files, concurrency: 2, timeout: 180_000 });
events.on('test:pass', ({ details }) => {
  if (details.type !== 'suite') passed++;
});
events.on('test:fail', ({ details }) => {
  if (details.type !== 'suite') failed++;
});
events.on('end', () => {
  // Alone on the last line, for whoever counts.
  setImmediate(() => process.stdout.write(`\n${passed} passed, ${failed} failed\n`));
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
events.compose(spec).pipe(process.stdout);
