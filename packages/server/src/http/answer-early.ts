// An answer that takes minutes: after a while its status is sent ahead and then a blank now and again, which JSON allows for, so
// that nobody between here and the client takes the silence for an end.

import type { App } from '../app.ts';
import { writeJson } from '../base/json-text.ts';
import type { Answer } from './answer.ts';

const SILENT_MS = 10_000;

/** Undefined when the answer is there before that. What fails afterwards breaks the connection off: 200 has been said. */
export async function answerEarly(
  app: App,
  answering: Promise<{ readonly body: unknown }>,
): Promise<Answer | undefined> {
  if (await isThereWithin(app, answering)) return undefined;
  return { status: 200, headers: { 'content-type': 'application/json' }, body: blanksUntil(app, answering) };
}

async function* blanksUntil(app: App, answering: Promise<{ readonly body: unknown }>): AsyncGenerator<string> {
  do yield ' ';
  while (!(await isThereWithin(app, answering)));
  yield writeJson((await answering).body);
}

async function isThereWithin(app: App, answering: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const there = answering.then(
    () => true,
    () => true, // whoever awaits the answer itself will hear of it
  );
  const isThere = await Promise.race([there, app.world.sleep(SILENT_MS, over.signal).then(() => false)]);
  over.abort();
  return isThere;
}
