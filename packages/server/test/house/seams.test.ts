// Only the world touches the clock, chance, timers, the network and the process: what a seed cannot replay is elsewhere
// forbidden. The linter cannot say this finely enough, so the sources are read.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const src = new URL('../../src/', import.meta.url).pathname;

const FORBIDDEN: readonly { readonly what: RegExp; readonly except: RegExp }[] = [
  { what: /\bDate\.now\b|\bnew Date\(\s*\)|globalThis\.Date/, except: /^world\// },
  { what: /\bMath\.random\b|\brandomBytes\(.*node:crypto|\brandomFillSync\b|\brandomUUID\b/, except: /^world\// },
  { what: /(?<!\.)\bset(Timeout|Interval)\b/, except: /^world\// },
  { what: /\bsetImmediate\b/, except: /^(storage\/(next-turn|ask-once)|http\/in-turn)\.ts$/ },
  { what: /\bfetch\(|node:https?'|node:net'|node:tls'|node:dns|undici/, except: /^(world|http)\// },
  { what: /\bprocess\.env\b/, except: /^config\.ts$/ },
  { what: /\bprocess\.(?!env|memoryUsage)/, except: /^(world|commands)\/|^main\.ts$/ },
  { what: /node:fs'/, except: /^(storage|world)\/|^http\/(docs|guides|web-app)\.ts$/ },
  { what: /\beval\(|\bnew Function\b/, except: /^$/ },
  { what: /\.normalize\(/, except: /^base\/normalize\.ts$|^features\/people\/password\.ts$/ }, // a text may be made to take minutes
  { what: /child_process/, except: /^world\/browser\.ts$/ },
];

test('the outside is touched only through the world and storage', () => {
  // What arrows.test.ts plants is there for a moment, perhaps this one.
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !/\.test\.ts$|\/planted-/.test(file));
  assert.ok(files.length > 30);
  const found = files.flatMap((file) => {
    const code = withoutComments(readFileSync(`${src}${file}`, 'utf8'));
    return FORBIDDEN.filter(({ what, except }) => !except.test(file) && what.test(code)).map(
      ({ what }) => `${file}: ${what}`,
    );
  });
  assert.deepEqual(found, []);
});

test('kinds of watchers are told apart in their own files alone', () => {
  const watchers = `${src}features/watchers/`;
  const files = globSync('**/*.ts', { cwd: watchers }).filter((file) => !/\.test\.ts$|^(kinds|presets)\//.test(file));
  assert.ok(files.length > 50);
  const found = files.filter((file) => {
    const code = withoutComments(readFileSync(`${watchers}${file}`, 'utf8'));
    return /kind\)? [!=]== '|'(reddit_search|url_diff)'/.test(code);
  });
  assert.deepEqual(found, []);
});

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
