// What a start installs can be had on every machine that we name. npm writes into the lockfile only the binaries that its registry
// had at that moment, and from then on leaves the others out without a word: the build fails there, for everybody.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const MACHINES = /(linux|darwin)-(x64|arm64)(-gnu|-musl)?$|win32-x64(-msvc)?$/;

const { packages } = JSON.parse(readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

test('the lockfile has the binaries of every machine on which a start must work', () => {
  const wanted = Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => MACHINES.test(name))
        .map((name) => ({ name, path })),
    );
  assert.ok(wanted.some(({ name }) => name === '@rolldown/binding-darwin-arm64'));
  const missing = wanted.filter(
    ({ name, path }) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
  );
  assert.deepEqual(missing, []);
});
