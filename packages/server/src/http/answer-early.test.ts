// That a long answer keeps its line alive, and a short one is as any other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../app.ts';
import { answerEarly } from './answer-early.ts';

/** Its sleeps end when the test says so. */
function slowWorld() {
  const sleeping: (() => void)[] = [];
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      sleeping.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  return { app: { world: { sleep } } as unknown as App, wake: () => sleeping.pop()?.() };
}

test('an answer that is there in time is left alone', async () => {
  assert.equal(await answerEarly(slowWorld().app, Promise.resolve({ body: {} })), undefined);
  const refused = Promise.reject(new Error('refused'));
  assert.equal(await answerEarly(slowWorld().app, refused), undefined, 'and so is a refusal');
});

test('one that takes long is begun with blanks, and is JSON all the same', async () => {
  const { app, wake } = slowWorld();
  const { promise, resolve, reject } = Promise.withResolvers<{ body: unknown }>();
  const early = answerEarly(app, promise);
  wake();
  const answer = await early;
  assert.equal(answer?.status, 200);
  const parts: string[] = [];
  const reading = (async () => {
    for await (const part of (answer?.body ?? []) as AsyncIterable<string>) parts.push(part);
  })();
  for (const count of [1, 2, 3]) {
    await new Promise(setImmediate);
    assert.equal(parts.length, count);
    wake();
  }
  await new Promise(setImmediate);
  resolve({ body: { erased: true } });
  await reading;
  assert.deepEqual(JSON.parse(parts.join('')), { erased: true });
  reject(new Error('too late'));
});

test('what fails after that breaks the line off', async () => {
  const { app, wake } = slowWorld();
  const { promise, reject } = Promise.withResolvers<{ body: unknown }>();
  const early = answerEarly(app, promise);
  wake();
  const body = (await early)?.body as AsyncGenerator<string>;
  assert.equal((await body.next()).value, ' ');
  reject(new Error('no more disk'));
  await assert.rejects(body.next(), /no more disk/);
});
