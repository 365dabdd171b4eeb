// What is installed can be had on every machine. npm writes into the lockfile only the binaries that its registry had at that
// moment, and from then on leaves the others out without a word: the build fails there, for everybody, and `npm ci` everywhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

test('the lockfile has the binaries of every machine', () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ name, path })),
  );
  for (const name of ['@rolldown/binding-darwin-arm64', '@biomejs/cli-darwin-arm64']) {
    assert.ok(wanted.some((one) => one.name === name));
  }
  const missing = wanted.filter(
    ({ name, path }) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
  );
  assert.deepEqual(missing, []);
});
