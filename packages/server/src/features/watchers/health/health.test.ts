// Section by section: outcomes, backoff, degraded, recovered, paused. F10, F11.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RUN_ERRORS, type RunError } from '@countersign/contract';
import fc from 'fast-check';
import { afterEnding, type Ending, FAULTS, type Health, type Verdict, WELL } from './health.ts';

const HOUR = 3600;
const DAY = 86_400;
const active: Health = { ...WELL, status: 'active' };

/** Runs one ending after the other, each when the last one said. */
function play(endings: readonly Ending[], every = HOUR, from: Health = active): (Verdict & { at: number })[] {
  let health = from;
  let now = 1_790_000_000;
  return endings.map((ending) => {
    const at = now;
    const verdict = afterEnding(health, ending, now, every);
    health = verdict.health;
    now += verdict.wait_s ?? every;
    return { ...verdict, at };
  });
}
const times = (n: number, ending: Ending) => Array<Ending>(n).fill(ending);
const waits = (endings: readonly Ending[], every = HOUR) => play(endings, every).map(({ wait_s }) => wait_s);
const events = (verdicts: readonly Verdict[]) => verdicts.map(({ event }) => event ?? '-').join(' ');

describe('counted failures', () => {
  const codes = RUN_ERRORS.filter((code) => FAULTS[code].backoff === 'doubling');
  for (const code of codes) {
    test(`${code}: doubling from the interval up to a day, degraded at the third`, () => {
      assert.deepEqual(
        waits(times(7, { code })),
        [1, 2, 4, 8, 16, 24, 24].map((hours) => hours * HOUR),
      );
      assert.equal(events(play(times(4, { code }))), '- - degraded -');
    });
  }

  test('a long interval is never shortened', () => {
    assert.deepEqual(waits(times(3, { code: 'network' }), 7 * DAY), [7 * DAY, 7 * DAY, 7 * DAY]);
  });
});

test('F11: three failures and a success: active, degraded, active; counters begin anew', () => {
  const story = play([...times(3, { code: 'server_error' }), { good: 'ok' }, { code: 'server_error' }]);
  assert.equal(events(story), '- - degraded recovered -');
  assert.deepEqual(
    story.map(({ health }) => health.status),
    ['active', 'active', 'degraded', 'active', 'active'],
  );
  assert.deepEqual(story[3]?.health, active);
  assert.equal(story[4]?.wait_s, HOUR);
});

test('a paused watcher stays paused, whatever a run by hand finds', () => {
  const paused: Health = { ...WELL, status: 'paused' };
  for (const ending of [{ good: 'ok' }, { code: 'network' }, { code: 'private_target' }] as const) {
    const story = play(times(5, ending), HOUR, paused);
    assert.ok(story.every(({ health, event }) => health.status === 'paused' && event === undefined));
  }
});

describe('rate limits', () => {
  const limited = (retry_after_s?: number): Ending =>
    retry_after_s === undefined ? { code: 'rate_limited' } : { code: 'rate_limited', retry_after_s };

  test('without Retry-After: 5 minutes doubling to 6 hours, never under the interval', () => {
    assert.deepEqual(waits(times(9, limited()), 60), [300, 600, 1200, 2400, 4800, 9600, 19_200, 21_600, 21_600]);
    assert.deepEqual(waits(times(2, limited()), DAY), [DAY, DAY]);
  });
  test('Retry-After is honoured, up to 7 days, and holds the whole host', () => {
    const [verdict] = play([limited(2 * HOUR)], 60);
    assert.partialDeepStrictEqual(verdict, { wait_s: 2 * HOUR, reason: 'retry_after', hold_host_s: 2 * HOUR });
    assert.equal(waits([limited(1e12)], 60)[0], 7 * DAY);
    assert.partialDeepStrictEqual(play([limited(1)], 60)[0], { wait_s: 300, reason: 'backoff' });
  });
  test('does not count, but degrades after a day without a success', () => {
    const story = play(times(6, limited(6 * HOUR)));
    assert.equal(events(story), '- - - - degraded -');
    assert.ok(story.every(({ health }) => health.fail_count === 0));
  });
});

test('offline counts for nothing and looks again in a minute', () => {
  const story = play([{ code: 'network' }, ...times(10, { code: 'offline' })]);
  assert.ok(story.slice(1).every(({ wait_s, health }) => wait_s === 60 && health.fail_count === 1));
  assert.equal(events(story), '- - - - - - - - - - -');
});

test('nor does a day offline make anything of what was counted before', () => {
  const gone: Ending = { code: 'not_found', http_status: 410 };
  const day = times(DAY / 60, { code: 'offline' });
  assert.equal(events(play([...times(3, gone), ...day], 60)).replaceAll(' -', ''), '- degraded');
  assert.equal(events(play([{ code: 'rate_limited' }, ...day], 60)).replaceAll(' -', ''), '-');
});

for (const code of ['robots_disallowed', 'private_target'] as const) {
  test(`${code} degrades at once and looks again in a day`, () => {
    const [verdict] = play([{ code }]);
    assert.partialDeepStrictEqual(verdict, { event: 'degraded', wait_s: DAY });
  });
}

test('410 three times over a day pauses; three in an hour, or 404, do not', () => {
  const gone: Ending = { code: 'not_found', http_status: 410 };
  assert.equal(events(play(times(7, gone))), '- - degraded - - paused -');
  assert.equal(events(play(times(3, gone), 60)), '- - degraded');
  assert.equal(events(play(times(7, { code: 'not_found', http_status: 404 }))), '- - degraded - - - -');
  const broken = [gone, gone, { code: 'server_error' } as Ending, gone, gone];
  assert.ok(!events(play(broken)).includes('paused'));
});

test('30 days of unbroken failure pause; hours of 404 do not', () => {
  const story = play(times(60, { code: 'not_found', http_status: 404 }), 6 * HOUR);
  const paused = story.find(({ event }) => event === 'paused');
  assert.ok(paused && paused.at - (story[0]?.at ?? 0) >= 30 * DAY);
});

test('whatever happens: never sooner than the interval, never degraded by good runs, events only on a change', () => {
  const ending = fc.oneof(
    fc.constantFrom<Ending>({ good: 'ok' }, { good: 'not_modified' }),
    fc.constantFrom<RunError>(...RUN_ERRORS).map((code): Ending => ({ code })),
  );
  fc.assert(
    fc.property(fc.array(ending, { maxLength: 60 }), fc.integer({ min: 60, max: 3 * DAY }), (endings, every) => {
      let status = active.status;
      for (const [index, verdict] of play(endings, every).entries()) {
        const given = endings[index] as Ending;
        if (!('code' in given && given.code === 'offline')) assert.ok((verdict.wait_s ?? every) >= every);
        const changed = verdict.health.status !== status;
        assert.equal(changed, verdict.event !== undefined);
        if (verdict.health.status === 'degraded') assert.notEqual(verdict.health.degraded_since, null);
        if ('good' in given) assert.equal(verdict.health.fail_count, 0);
        status = verdict.health.status;
      }
    }),
  );
});
