// Numbers and dates are written in the language of the words around them, not in that of the browser.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { number, regional, speech } from '../src/i18n/translate.ts';

test('a number is written as the chosen language writes it', () => {
  assert.equal(number(1234.5), '1,234.5');
  speech.value = { ...speech.value, locale: regional('de') };
  assert.equal(number(1234.5), '1.234,5');
  assert.equal(number(0.25, { style: 'percent' }), '25\u00a0%');
});

test('nothing on the page asks the browser how it would write a number', () => {
  const home = new URL('../src/', import.meta.url).pathname;
  const loose = globSync('**/*.{ts,tsx}', { cwd: home }).filter((file) =>
    /\.toLocale\w+\(\)|new Intl\.\w+\(\)(?!\.resolved)/.test(readFileSync(`${home}${file}`, 'utf8')),
  );
  assert.deepEqual(loose, []);
});
