// The arrows of the house are really checked: a planted sin is found by the very configuration that CI uses.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';

const root = new URL('../../../../', import.meta.url).pathname;

const SINS = {
  'feature-audit': ['features/audit', "import '../actions/store.ts';"],
  'features-know-no-door': ['features/actions', "import '../../http/bind.ts';"],
  'doors-know-no-feature': ['http', "import '../features/keys/store.ts';"],
  'one-file-knows-the-protocol': ['mcp', "import '@modelcontextprotocol/server';"],
  'the-protocol-is-loaded-late': ['mcp', "import './protocol.ts';"],
  'base-is-the-ground': ['base', "import '../storage/page.ts';"],
  'only-storage-speaks-sql': ['features/actions', "import 'kysely';"],
  'no-circles': ['base', "import './planted-no-circles.ts';\nimport './validate.ts';"],
  'cli-uses-the-sdk': ['../../cli/src', "import '@countersign/server/src/app.ts';"],
  'sdk-has-no-runtime-dependency': ['../../sdk/src', "import 'node:fs';"],
} as const;

const planted = Object.entries(SINS).map(([rule, [room, sin]]) => ({
  rule,
  sin,
  name: `planted-${rule}.ts`,
  file: `${root}packages/server/src/${room}/planted-${rule}.ts`,
}));

/** Whoever compares the age of the sources with that of the built server must not see it: the other tests start that one. */
function unnoticed(file: string, work: () => void): void {
  const { atime, mtime } = statSync(dirname(file));
  work();
  utimesSync(dirname(file), atime, mtime);
}

/** All of them at once: one look at the whole house takes seconds. */
let found = '';
before(() => {
  for (const { file, sin } of planted) {
    unnoticed(file, () => {
      writeFileSync(file, `// Planted by arrows.test.ts.\n${sin}\n`);
      utimesSync(file, 0, 0);
    });
  }
  const sources = ['packages/server/src', 'packages/sdk/src', 'packages/cli/src'];
  const words = ['--config', '.dependency-cruiser.cjs', ...sources];
  ({ stdout: found } = spawnSync('node_modules/.bin/depcruise', words, { cwd: root, encoding: 'utf8' }));
});
after(() => {
  for (const { file } of planted) unnoticed(file, () => rmSync(file));
});

for (const { rule, name } of planted) {
  test(`a sin against ${rule} is found`, () => {
    assert.ok(
      found.split('error ').some((told) => told.startsWith(`${rule}: `) && told.includes(name)),
      found,
    );
  });
}
