// The documents that say which test shows what: every attack and promise is in them, and what they name is there.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CASES } from '../../../../bench/options.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const [FAULTS, RELIABILITY] = ['docs/faults.md', 'docs/reliability.md'].map(read) as [string, string];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const tests = globSync(['packages/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/*.test.ts'], { cwd: root });

/** Numbers are kept for good: what is not in a range was never given, or given up. */
const FAULT_IDS = [
  'S01-S05 S07-S10 S13-S17 S19-S20 A01-A08 A11 A13-A18 A20-A24 X01 X03-X15 R01-R07 R09-R13 R15-R18 C01-C08 C10-C12 C14',
  'T01-T08 T10-T11 O01-O12 O14-O15 D01-D13 W01-W12 F01-F12 M01-M10',
];
const PROMISE_IDS = ['P1-P27'];

function idsOf(ranges: readonly string[]): string[] {
  return ranges
    .join(' ')
    .split(/[ ,]+/)
    .flatMap((range) => {
      const [, letter = '', from = '', to = from] = /^([A-Z])(\d+)(?:[-–][A-Z](\d+))?$/.exec(range) ?? [];
      assert.notEqual(letter, '', `${range} is no range`);
      const count = Number(to) - Number(from) + 1;
      return Array.from({ length: count }, (_, n) => `${letter}${String(Number(from) + n).padStart(from.length, '0')}`);
    });
}

interface Row {
  readonly ids: readonly string[];
  readonly shownBy: string;
}

/** The rows of tables that begin with ids. */
function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| ([A-Z]\d+(?:[-–, ]+[A-Z]\d+)*) \|.*\| ([^|]+) \|$/gm)].map(
    ([, ids = '', shownBy = '']) => ({
      ids: idsOf([ids]),
      shownBy,
    }),
  );
}

const unshown = FAULTS.slice(FAULTS.indexOf('## Not shown'));

test('every attack and mishap has its row, or is said not to be shown', () => {
  const had = rowsOf(FAULTS).flatMap(({ ids }) => ids);
  const missing = idsOf(FAULT_IDS).filter((id) => !had.includes(id) && !unshown.includes(id));
  assert.deepEqual(missing, []);
  assert.deepEqual(had, [...new Set(had)], 'each has one');
});

test('every promise has its row', () => {
  const had = rowsOf(RELIABILITY).flatMap(({ ids }) => ids);
  assert.deepEqual(had.toSorted(), idsOf(PROMISE_IDS).toSorted());
});

describe('what a row names is there', () => {
  for (const { ids, shownBy } of [...rowsOf(FAULTS), ...rowsOf(RELIABILITY)]) {
    test(ids.join(', '), () => {
      const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      assert.notEqual(named.length, 0, 'it names nothing');
      for (const name of named) checkNamed(name);
    });
  }
});

function checkNamed(name: string): void {
  const [, script, words = ''] = /^npm (?:run )?(\S+)(?: -- (.*))?$/.exec(name) ?? [];
  if (script === undefined || script === 'test') {
    const part = script === undefined ? name : words;
    assert.ok(part !== '' && tests.some((path) => path.includes(part)), `no test is called ${part}`);
    return;
  }
  assert.ok(scripts[script] !== undefined, `there is no npm run ${script}`);
  const [, only] = /--only (\S+)/.exec(words) ?? [];
  const known: readonly string[] = CASES;
  for (const one of only?.split(',') ?? []) assert.ok(known.includes(one), `the bench knows no ${one}`);
}
