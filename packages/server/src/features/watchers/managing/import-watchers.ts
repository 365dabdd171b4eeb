// Many feeds at once, from OPML or a list of addresses. Each becomes a watcher or says why not.

import {
  type WatcherCreate,
  WatcherCreate as WatcherCreateSchema,
  type WatcherImport,
  type WatcherImported,
} from '@countersign/contract';
import type { App, Caller } from '../../../app.ts';
import { invalid, isRefusal, Problem } from '../../../base/problem.ts';
import { check } from '../../../base/validate.ts';
import { inTransaction } from '../../../storage/database.ts';
import { cleanLine, cutTo } from '../clean-text.ts';
import { checkSchedule } from '../schedule/schedule.ts';
import type { Outline } from '../sources/opml.ts';
import { ask } from '../thread/ask.ts';
import { inLineOf } from '../thread/in-line.ts';
import { checkWatcher } from './check-watcher.ts';
import { addWatcher } from './create-watcher.ts';
import { checkInterval, checkRoom } from './plan-limits.ts';

const MAX_LINES = 1000;
/** Of one transaction: refusals come before anything is written, so one line's is no other's. */
const A_STEP = 25;
const NAME_CHARACTERS = 200;
const SHOWN_URL_CHARACTERS = 2048;
const DEFAULT_SCHEDULE = { every: '1h', jitter: '10m' };

export async function importWatchers(app: App, caller: Caller, body: WatcherImport): Promise<WatcherImported> {
  const schedule = body.schedule ?? DEFAULT_SCHEDULE;
  checkSchedule(schedule);
  await checkInterval(app, app.reader, caller.project_id, schedule);
  const outlines =
    body.format === 'opml'
      ? await ask(inLineOf(app, caller.project_id, { hasty: true }), { do: 'opml', content: body.content })
      : addressesIn(body.content);
  if (!outlines) throw invalid('content', 'takes too long to read');
  if (outlines.length === 0) throw invalid('content', 'names no feed');
  if (outlines.length > MAX_LINES) throw invalid('content', `must not name more than ${MAX_LINES} feeds`);
  const results: WatcherImported['results'] = [];
  for (let at = 0; at < outlines.length; at += A_STEP) {
    const some = outlines.slice(at, at + A_STEP);
    try {
      results.push(...(await importSome(app, caller, some, schedule)));
    } catch (error) {
      // Whoever is refused as a whole sends all of it again, and would have twice what is saved already.
      if (results.length === 0 || !(error instanceof Problem)) throw error;
      results.push(...outlines.slice(at).map((outline) => refused(outline, error)));
      break;
    }
    await app.world.sleep(0); // a thousand of them are not one turn
  }
  app.wake('watchers');
  const created = results.filter(({ ok }) => ok).length;
  return { results, created, failed: results.length - created };
}

/** One address a line; what follows a blank is its name. Lines that begin with `#` are words to oneself. */
function addressesIn(content: string): Outline[] {
  return content
    .split(/\r\n?|\n/)
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
    .map(({ text, line }) => {
      const [url = '', ...words] = text.split(/\s+/);
      return { line, url, title: words.join(' ') };
    });
}

type Result = WatcherImported['results'][number];

async function importSome(
  app: App,
  caller: Caller,
  outlines: readonly Outline[],
  schedule: WatcherCreate['schedule'],
): Promise<Result[]> {
  const wishes: (Awaited<ReturnType<typeof wishOf>> | Problem)[] = [];
  for (const outline of outlines) wishes.push(await orProblem(() => wishOf(app, outline, schedule)));
  return inTransaction(app, async (tx) => {
    const results: Result[] = [];
    for (const [index, outline] of outlines.entries()) {
      const wish = wishes[index];
      const made = await orProblem(async () => {
        if (!wish || wish instanceof Problem) throw wish;
        await checkRoom(tx, app, caller.project_id);
        return addWatcher(tx, app, caller, wish.body, wish.checked);
      });
      results.push(
        made instanceof Problem ? refused(outline, made) : { ...shown(outline), ok: true, watcher_id: made.id },
      );
    }
    return results;
  });
}

function refused(outline: Outline, { code, message }: Problem): Result {
  return { ...shown(outline), ok: false, error: code, detail: message };
}

function shown({ line, url }: Outline): Pick<Result, 'line' | 'url'> {
  return { line, url: cutTo(cleanLine(url), SHOWN_URL_CHARACTERS) };
}

/** A line that is refused stops no other; when storage is away, it is not about the line. */
async function orProblem<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

async function wishOf(app: App, { url, title }: Outline, schedule: WatcherCreate['schedule']) {
  const name = cutTo(cleanLine(title) || hostIn(url), NAME_CHARACTERS) || 'Feed';
  const body: WatcherCreate = { name, kind: 'rss', config: { url }, schedule };
  check(WatcherCreateSchema, body);
  return { body, checked: await checkWatcher(app, { ...body, keywords: [], keywords_none: [] }) };
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
