// That no two hours or days of a plot are called the same, whatever clocks do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '../src/stats/places.ts';

const HOUR = 3600;
const WEEK = 168;
const at = (iso: string): number => Date.parse(iso) / 1000;
const hoursTo = (last: number): number[] => Array.from({ length: WEEK }, (_, n) => last - (WEEK - 1 - n) * HOUR);

test('the hour that a night has twice is told with its zone, and no other', () => {
  const places = placesOf(hoursTo(at('2026-10-28T14:00:00Z')), 'hour', 'Europe/Berlin');
  assert.equal(new Set(places).size, WEEK);
  assert.deepEqual(
    places.filter((says) => says.includes('GMT')),
    ['Sun, 02:00 AM GMT+2', 'Sun, 02:00 AM GMT+1'],
  );
});

test('a week that lost an hour begins and ends in the same one', () => {
  const places = placesOf(hoursTo(at('2026-04-01T13:00:00Z')), 'hour', 'Europe/Berlin');
  assert.equal(new Set(places).size, WEEK);
  assert.deepEqual([places[0], places.at(-1)], ['Wed, 03:00 PM GMT+1', 'Wed, 03:00 PM GMT+2']);
});

test('days, and hours of an ordinary week, are told without one', () => {
  const places = placesOf(hoursTo(at('2026-07-01T13:00:00Z')), 'hour', 'Europe/Berlin');
  assert.equal(places.at(-1), 'Wed 03:00 PM');
  assert.deepEqual(placesOf([at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z')], 'day', 'Europe/Berlin'), [
    'Oct 25',
    'Oct 26',
  ]);
});
