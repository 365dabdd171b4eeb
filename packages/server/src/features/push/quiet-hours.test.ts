// Quiet hours over midnight, in other zones, and over the night when the clocks change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietUntil } from './quiet-hours.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const night = { from: '22:00', to: '07:00' };

const cases: readonly [string, Parameters<typeof quietUntil>, string | undefined][] = [
  ['before', [night, 'UTC', at('2026-03-10T21:59:59Z')], undefined],
  ['at its beginning', [night, 'UTC', at('2026-03-10T22:00:00Z')], '2026-03-11T07:00:00Z'],
  ['after midnight', [night, 'UTC', at('2026-03-11T03:12:30Z')], '2026-03-11T07:00:00Z'],
  ['at its end', [night, 'UTC', at('2026-03-11T07:00:00Z')], undefined],
  ['within a day', [{ from: '12:00', to: '13:30' }, 'UTC', at('2026-03-11T12:30:00Z')], '2026-03-11T13:30:00Z'],
  ['in the project’s zone', [night, 'Europe/Prague', at('2026-01-10T21:30:00Z')], '2026-01-11T06:00:00Z'],
  [
    'in a zone of one’s own',
    [{ ...night, timezone: 'Asia/Kolkata' }, 'UTC', at('2026-01-10T16:45:00Z')],
    '2026-01-11T01:30:00Z',
  ],
  ['in the night that loses an hour', [night, 'Europe/Prague', at('2026-03-28T23:00:00Z')], '2026-03-29T05:00:00Z'],
  ['in the night that gains one', [night, 'Europe/Prague', at('2026-10-24T22:00:00Z')], '2026-10-25T06:00:00Z'],
  [
    'until the clock goes on, when it leaves out the end',
    [{ from: '22:00', to: '02:30' }, 'Europe/Prague', at('2026-03-28T22:00:00Z')],
    '2026-03-29T01:00:00Z',
  ],
  [
    'the same, asked shortly before',
    [{ from: '22:00', to: '02:30' }, 'Europe/Prague', at('2026-03-29T00:50:30Z')],
    '2026-03-29T01:00:00Z',
  ],
  ['never, when there are none', [undefined, 'UTC', at('2026-03-10T23:00:00Z')], undefined],
  ['never, when they have no length', [{ from: '22:00', to: '22:00' }, 'UTC', at('2026-03-10T22:00:00Z')], undefined],
];

for (const [name, given, until] of cases) {
  test(`quiet ${name}`, () => {
    assert.equal(quietUntil(...given), until === undefined ? undefined : at(until));
  });
}
