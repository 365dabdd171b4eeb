// T03, T04: windows against an independent zone library, and year-long runs over daylight saving.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { afterRun, planOf, whenOpen } from './schedule.ts';
import { isOpen, nextClosed, nextOpen, parseWindow, type Window } from './window.ts';

const ZONES = [
  'Europe/Prague',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Tehran',
  'America/St_Johns',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'UTC',
];

const at = (text: string, zone: string) => DateTime.fromISO(text, { zone }).toSeconds();

/** The same question, asked of another library minute by minute. */
function openByLuxon(window: Window, seconds: number, zone: string): boolean {
  const minutes = Math.floor(seconds / 60) + offsetAt(zone, seconds);
  const now = ((minutes % 1440) + 1440) % 1440;
  const { start, end } = window;
  return start === end || (start < end ? now >= start && now < end : now >= start || now < end);
}

const offsets = new Map<string, number>();

/** Clocks change at quarters of an hour, but in Newfoundland they changed a minute past midnight. */
function offsetAt(zone: string, seconds: number): number {
  const step = zone === 'America/St_Johns' ? 60 : 900;
  const since = Math.floor(seconds / step) * step;
  const id = `${zone} ${since}`;
  const known = offsets.get(id) ?? IANAZone.create(zone).offset(since * 1000);
  offsets.set(id, known);
  return known;
}

function scan(window: Window, from: number, zone: string, wanted: boolean): number | undefined {
  if (openByLuxon(window, from, zone) === wanted) return from;
  for (let seconds = Math.ceil(from / 60) * 60; seconds < from + 4 * 86_400; seconds += 60) {
    if (openByLuxon(window, seconds, zone) === wanted) return seconds;
  }
  return undefined;
}

/** Near a change of the clock in that zone, or anywhere in 40 years. */
const moment = (zone: string) => {
  const changes: number[] = [];
  const [first, last] = [at('1990-01-01', 'UTC'), at('2030-01-01', 'UTC')];
  const known = IANAZone.create(zone);
  let before = known.offset(first * 1000);
  for (let day = first + 86_400; day <= last; day += 86_400) {
    const now = known.offset(day * 1000);
    if (now !== before) changes.push(day - 86_400);
    before = now;
  }
  const anywhere = fc.integer({ min: at('1990-01-01', 'UTC'), max: at('2030-01-01', 'UTC') });
  const near = fc
    .tuple(
      fc.constantFrom(...(changes.length > 0 ? changes : [at('2000-01-01', 'UTC')])),
      fc.integer({ min: -90_000, max: 180_000 }),
    )
    .map(([change, off]) => change + off);
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: anywhere });
};

const window = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1440 }))
  .map(([start, end]) => ({ start, end }));

describe('equal to another library', () => {
  for (const zone of ZONES) {
    test(`in ${zone}`, () => {
      fc.assert(
        fc.property(window, moment(zone), (given, from) => {
          assert.equal(isOpen(given, from, zone), openByLuxon(given, from, zone));
          assert.equal(nextOpen(given, from, zone), scan(given, from, zone, true) ?? nextOpen(given, from, zone));
          const closes = nextClosed(given, from, zone);
          if (closes !== undefined) assert.equal(closes, scan(given, from, zone, false));
        }),
        { numRuns: 270 },
      );
    });
  }
});

describe('the wall clock decides', () => {
  const prague = 'Europe/Prague';
  const open = (text: string, from: string) => nextOpen(parseWindow(text), at(from, prague), prague);

  test('a window that starts inside the gap opens at the first instant after it', () => {
    assert.equal(open('02:30-05:00', '2026-03-29T01:00'), at('2026-03-29T03:00', prague));
  });
  test('a window wholly inside the gap is skipped that day', () => {
    assert.equal(open('02:15-02:45', '2026-03-29T01:00'), at('2026-03-30T02:15', prague));
  });
  test('a repeated hour is open both times', () => {
    const first = at('2026-10-25T00:30', 'UTC');
    const second = first + 3600;
    for (const moment of [first, second]) assert.equal(isOpen(parseWindow('02:15-02:45'), moment, prague), true);
    assert.equal(nextOpen(parseWindow('02:15-02:45'), first + 1200, prague), first + 2700);
  });
  test('start included, end excluded, across midnight, always', () => {
    const when = (text: string, clock: string) => isOpen(parseWindow(text), at(`2026-06-01T${clock}`, prague), prague);
    assert.deepEqual(
      [when('09:00-17:00', '09:00'), when('09:00-17:00', '16:59:59'), when('09:00-17:00', '17:00')],
      [true, true, false],
    );
    assert.deepEqual(
      [when('22:00-06:00', '23:00'), when('22:00-06:00', '05:59'), when('22:00-06:00', '06:00')],
      [true, true, false],
    );
    assert.deepEqual(
      [when('08:00-08:00', '07:59'), when('00:00-24:00', '23:59'), when('20:00-24:00', '23:59')],
      [true, true, true],
    );
    assert.equal(when('20:00-24:00', '00:00'), false);
  });
  test('T04: the next start is in the zone of the project', () => {
    const plan = planOf({ every: '1h', window: '09:00-10:00' }, 'Asia/Tokyo');
    assert.deepEqual(whenOpen(plan, at('2026-06-01T12:00', 'UTC'), 0), {
      at: at('2026-06-02T09:00', 'Asia/Tokyo'),
      reason: 'window',
    });
  });
});

describe('T03: 400 days', () => {
  const shapes = [
    { every: '1d', window: '09:00-10:00', jitter: '30m' },
    { every: '1d', window: '02:30-02:45' },
    { every: '6h', window: '22:00-03:00', jitter: '2h' },
    { every: '3h', window: '00:00-00:00', jitter: '5m' },
    { every: '23h', window: '02:00-03:30', jitter: '1d' },
    { every: '1h', window: '23:30-00:15' },
  ];
  for (const zone of [
    'Europe/Prague',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ]) {
    for (const shape of shapes) {
      test(`${JSON.stringify(shape)} in ${zone}: only inside, and once a local day at least`, () => {
        const plan = planOf(shape, zone);
        const start = at('2025-12-20T00:00', zone);
        const days = new Set<string>();
        let chance = 0.37;
        let now = whenOpen(plan, start, chance).at;
        while (now < start + 400 * 86_400) {
          if (plan.window)
            assert.ok(openByLuxon(plan.window, now, zone), DateTime.fromSeconds(now, { zone }).toISO() ?? '');
          days.add(DateTime.fromSeconds(now, { zone }).toISODate() ?? '');
          chance = (chance * 9301 + 0.49297) % 1;
          const lag = Math.floor(chance * 4);
          const next = afterRun(plan, now + lag, chance);
          assert.ok(next.at > now);
          now = next.at;
        }
        const missing = Array.from({ length: 398 }, (_, day) =>
          DateTime.fromSeconds(start, { zone }).plus({ days: day + 1 }),
        )
          .filter((day) => !days.has(day.toISODate() ?? ''))
          .filter((day) => opensOn(plan.window ?? { start: 0, end: 0 }, day, zone));
        assert.deepEqual(
          missing.map((day) => day.toISODate()),
          [],
        );
      });
    }
  }
});

/** A window wholly inside the hour that a day skips does not open on that day. */
function opensOn(given: Window, day: DateTime, zone: string): boolean {
  const from = day.startOf('day').toSeconds();
  const opens = scan(given, from, zone, true);
  return opens !== undefined && opens < day.plus({ days: 1 }).startOf('day').toSeconds();
}

test('every zone of the platform can hold a window', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    nextOpen(parseWindow('09:00-09:01'), at('2026-06-01T12:00', 'UTC'), zone);
  }
});
