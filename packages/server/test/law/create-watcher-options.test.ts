// Covers schedule, keywords, keywords_none, min_score and color of the create body of watchers (2.5, 8).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, type Json, text, unhurried } from './client.ts';
import { allWatchers, entryNamed, newWatcher, openQuietHost, postWatcher } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

function accepts(name: string, promise: string, value: Json): void {
  test(`2.5 ${name}: ${promise} returns 201`, async () => {
    const body = newWatcher({ [name]: value });
    assertStatus(await postWatcher(service, body), 201);
    await entryNamed(service, body['name']);
  });
}

function refuses(name: string, promise: string, value: Json): void {
  test(`2.5 ${name}: ${promise} returns 400 and creates nothing`, async () => {
    const earlier = (await allWatchers(service)).length;
    assertStatus(await postWatcher(service, newWatcher({ [name]: value })), 400);
    assert.equal((await allWatchers(service)).length, earlier, 'a refused create leaves no watcher behind');
  });
}

accepts('schedule', 'every in minutes', { every: '1440m' });
accepts('schedule', 'every in hours', { every: '24h' });
accepts('schedule', 'every in days', { every: '7d' });
accepts('schedule', 'a jitter in minutes', { every: '1d', jitter: '5m' });
accepts('schedule', 'a jitter in hours', { every: '1d', jitter: '2h' });
accepts('schedule', 'a window', { every: '1d', window: '09:00-17:30' });
accepts('schedule', 'a window over midnight', { every: '1d', window: '22:00-06:00' });
accepts('schedule', 'every, jitter and window together', { every: '1d', jitter: '10m', window: '08:00-20:00' });
refuses('schedule', 'one without every', { jitter: '5m', window: '09:00-17:00' });
refuses('schedule', 'an empty one', {});
refuses('schedule', 'a string', '1d');
refuses('schedule', 'an array', ['1d']);
refuses('schedule', 'an interval of less than 60 seconds (8)', { every: '0m' });

for (const duration of ['', '5', 'h', '5s', '1w', '1.5h', '-1h', '1H', '1 h', ' 1h', '1h30m', 'hourly', 60, null]) {
  refuses('schedule', `every ${JSON.stringify(duration)}`, { every: duration });
  refuses('schedule', `jitter ${JSON.stringify(duration)}`, { every: '1d', jitter: duration });
}

for (const window of [
  '',
  '9:00-17:00',
  '09:00',
  '09:00-17',
  '0900-1700',
  '09:00 - 17:00',
  '09:00-17:00:00',
  'day',
  9,
]) {
  refuses('schedule', `window ${JSON.stringify(window)}`, { every: '1d', window });
}

accepts('keywords', 'an empty array', []);
accepts('keywords', 'one keyword', [{ pattern: 'release', points: 5 }]);
accepts('keywords', 'several keywords', [
  { pattern: 'release', points: 5 },
  { pattern: 'security advisory', points: 50 },
]);
accepts('keywords', 'a pattern of 1 character (8)', [{ pattern: 'x', points: 1 }]);
accepts('keywords', 'a pattern of 500 characters (8)', [{ pattern: text(500), points: 1 }]);
accepts('keywords', '1 point (8)', [{ pattern: 'release', points: 1 }]);
accepts('keywords', '100 points (8)', [{ pattern: 'release', points: 100 }]);
refuses('keywords', 'an empty pattern (8)', [{ pattern: '', points: 1 }]);
refuses('keywords', 'a pattern of 501 characters (8)', [{ pattern: text(501), points: 1 }]);
refuses('keywords', 'a pattern that is no string', [{ pattern: 5, points: 1 }]);
refuses('keywords', '0 points (8)', [{ pattern: 'release', points: 0 }]);
refuses('keywords', '101 points (8)', [{ pattern: 'release', points: 101 }]);
refuses('keywords', 'a fraction of points', [{ pattern: 'release', points: 1.5 }]);
refuses('keywords', 'points that are no number', [{ pattern: 'release', points: '1' }]);
refuses('keywords', 'a keyword without pattern', [{ points: 1 }]);
refuses('keywords', 'a keyword without points', [{ pattern: 'release' }]);
refuses('keywords', 'one bad keyword among good ones', [
  { pattern: 'release', points: 5 },
  { pattern: 'x', points: 0 },
]);
refuses('keywords', 'a string for a keyword', ['release']);
refuses('keywords', 'a string', 'release');
refuses('keywords', 'an object', { pattern: 'release', points: 1 });
refuses('keywords', 'null', null);

accepts('keywords_none', 'an empty array', []);
accepts('keywords_none', 'several words', ['hiring', 'sponsored post']);
accepts('keywords_none', 'a word of 1 character (8)', ['x']);
accepts('keywords_none', 'a word of 500 characters (8)', [text(500)]);
refuses('keywords_none', 'an empty word (8)', ['']);
refuses('keywords_none', 'a word of 501 characters (8)', [text(501)]);
refuses('keywords_none', 'a number for a word', [5]);
refuses('keywords_none', 'a string', 'hiring');
refuses('keywords_none', 'null', null);

accepts('min_score', 'the minimum of 0 (8)', 0);
accepts('min_score', '1', 1);
accepts('min_score', '9007199254740991, for there is no maximum', Number.MAX_SAFE_INTEGER);
refuses('min_score', '-1 (8)', -1);
refuses('min_score', 'a fraction (8)', 1.5);
refuses('min_score', 'a string', '1');
refuses('min_score', 'null', null);

accepts('color', 'six hex digits', '#0a9F3c');
accepts('color', 'null', null);
refuses('color', 'three hex digits', '#abc');
refuses('color', 'seven hex digits', '#0a9f3c1');
refuses('color', 'letters that are no hex digits', '#gggggg');
refuses('color', 'six hex digits without #', '0a9f3c');
refuses('color', 'a name', 'red');
refuses('color', 'an empty string', '');
refuses('color', 'a number', 5);
