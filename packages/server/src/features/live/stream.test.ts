// One stream: bounded, alive, and its ids grow whatever the clock does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeWorld } from '../../../test/support/fake-world.ts';
import { readEventId } from './event-id.ts';
import type { LiveEvent } from './source.ts';
import { type Beginning, openStream } from './stream.ts';

const mark = { next: 7, open: [] };
const event = (n: number): LiveEvent => ({
  name: 'action.created',
  data: `{"n":${n}}`,
  forPeople: false,
  mark: { next: n, open: [] },
});
const events = (count: number) => Array.from({ length: count }, (_, n) => event(n));
const afresh: Beginning = { after: 0, mark, missed: [], reset: undefined, said: [] };

function given(beginning: Beginning = afresh) {
  const world = fakeWorld();
  const stream = openStream(world.nowMs);
  const frames = stream.frames(beginning)[Symbol.asyncIterator]();
  return { world, stream, next: async () => (await frames.next()).value as string | undefined };
}

const idsIn = (text = '') => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);

test('it begins with where the client stands, unless something is still to come', async () => {
  assert.deepEqual(
    idsIn(await given().next()).map((id) => readEventId(id)?.mark),
    [mark],
  );
  const missing = given({ ...afresh, missed: events(2) });
  assert.deepEqual(idsIn(await missing.next()), []);
  assert.equal(idsIn(await missing.next()).length, 2);
});

test('what is missed comes before what is told meanwhile', async () => {
  const { stream, next } = given({ ...afresh, missed: [event(1)] });
  stream.tell([event(2)]);
  await next();
  assert.match((await next()) ?? '', /"n":1/);
  assert.match((await next()) ?? '', /"n":2/);
});

test('an event is one line, for readers that know more line ends than the standard, too', async () => {
  const { stream, next } = given();
  await next();
  const data = JSON.stringify({ title: 'a\u2028b\u2029c\u0085d\v\f\r\n' });
  stream.tell([{ ...event(1), data }]);
  const [, said = ''] = /^data: ([ -~]*)$/m.exec((await next()) ?? '') ?? [];
  assert.deepEqual(JSON.parse(said), JSON.parse(data));
});

test('a thousand may wait; whoever is further behind is cut off', async () => {
  const within = given();
  within.stream.tell(events(1000));
  await within.next();
  for (let taken = 0; taken < 1000; ) taken += idsIn(await within.next()).length;

  const { stream, next } = given();
  await next();
  stream.tell(events(1000));
  stream.tell(events(1));
  await assert.rejects(next(), /too slow/);
});

test('ids grow when the clock is set back, and after the id that the client has', async () => {
  const after = (Date.now() + 60_000) * 1000;
  const { world, stream, next } = given({ ...afresh, after });
  const ids = idsIn(await next());
  for (const seconds of [0, -3600, 10, 0]) {
    world.wind(seconds);
    stream.tell(events(3));
    ids.push(...idsIn(await next()));
  }
  assert.equal(ids.length, 13);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 13);
  assert.ok((readEventId(ids[0] ?? '')?.number ?? 0) > after);
});

test('a heartbeat comes only when nothing else was said', async () => {
  const { world, stream, next } = given();
  await next();
  stream.beat(mark);
  stream.tell([event(1)]);
  assert.match((await next()) ?? '', /"n":1/);
  world.wind(13);
  stream.beat(mark);
  world.wind(1);
  stream.beat({ next: 9, open: [] });
  const beat = await next();
  assert.match(beat ?? '', /^:/);
  assert.deepEqual(
    idsIn(beat).map((id) => readEventId(id)?.mark.next),
    [9],
  );
});

test('to a person the heartbeat is an event, which a browser hears', async () => {
  const world = fakeWorld({ frozenAtMs: Date.now() });
  const stream = openStream(world.nowMs, () => ({ name: 'version', data: `{"server_time":${world.nowMs()}}` }));
  const frames = stream.frames(afresh)[Symbol.asyncIterator]();
  await frames.next();
  const beat = frames.next();
  world.wind(14);
  stream.beat(mark);
  const { value } = await beat;
  assert.match(value, new RegExp(`^event: version\ndata: {"server_time":${world.nowMs()}}$`, 'm'));
  assert.equal(idsIn(value).length, 1, 'and it tells how far the client has come');
});

test('it ends when told to', async () => {
  const { stream, next } = given();
  await next();
  const last = next();
  stream.end();
  assert.equal(await last, undefined);
});

test('what is in no log is told without an id: nobody can resume from it', async () => {
  const said = { name: 'counts', data: '{"pending":1}' } as const;
  const { stream, next } = given({ ...afresh, said: [{ name: 'version', data: '{}' }] });
  assert.match((await next()) ?? '', /^retry: 1000\n\nevent: version\ndata: \{\}\n\nid: /);
  stream.tell([said, event(1)]);
  assert.match((await next()) ?? '', /^event: counts\ndata: \{"pending":1\}\n\nid: .*\nevent: action\.created\n/);
});
