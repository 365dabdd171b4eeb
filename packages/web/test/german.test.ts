// What is said in German is German to the last mark: the quotation marks, too.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GERMAN } from '../src/i18n/de.ts';
import { germanIssue } from '../src/i18n/de-issues.ts';

test('what is quoted in German stands between „ and “', () => {
  const said = Object.values(GERMAN).flatMap((words) => (typeof words === 'string' ? [words] : Object.values(words)));
  const typed = /"genau"/; // what is typed into a field, where only these marks count
  const wrong = said.filter((words) => /["”‚‘»«]/.test(words.replace(typed, '').replace(/„[^„“]*“/g, '')));
  const unpaired = said.filter((words) => /[„“]/.test(words.replace(/„[^„“]*“/g, '')));
  assert.deepEqual([wrong, unpaired], [[], []]);
});

test('no quotation mark is put around a value outside of the catalogue', () => {
  const home = new URL('../src/', import.meta.url).pathname;
  const loose = globSync('**/*.{ts,tsx}', { cwd: home }).filter((file) =>
    /“(\$\{|<|\{(?!\w+\}))/.test(readFileSync(`${home}${file}`, 'utf8')),
  );
  assert.deepEqual(loose, []);
});

test('what is wrong with a member is said by the name it has on the page', () => {
  assert.deepEqual(germanIssue('keywords.2.pattern', 'must not have more than 200 characters'), {
    field: 'Stichwort 3',
    words: 'darf höchstens 200 Zeichen haben',
  });
  assert.deepEqual(germanIssue('email', 'must match pattern "^[^@]+@.+$"'), {
    field: 'E-Mail',
    words: 'ist keine E-Mail-Adresse',
  });
  assert.deepEqual(
    germanIssue('config.query', 'css: ((: is not a CSS selector')?.words,
    'css: (( ist kein CSS-Selektor',
  );
  assert.equal(germanIssue('some.path', 'is required')?.field, 'some.path', 'what has no name keeps its path');
  assert.equal(germanIssue('name', 'is a novelty of the next version'), undefined);
});
