// Streams of events, by project: each begins where its client left off, if that is not too far back.

import type { App, Caller } from '../../app.ts';
import type { Reader } from '../../storage/database.ts';
import type { Mark } from '../../storage/mark.ts';
import { readEventId } from './event-id.ts';
import { eventsBetween, type Feed, openFeed } from './feed.ts';
import { makePulse } from './pulse.ts';
import type { LiveEvent, LiveSource } from './source.ts';
import { type Beginning, openStream, type Stream } from './stream.ts';

const BEAT_MS = 1000;
/** What can be told again: no further back than this, and no more. */
const RESUME_MS = 600_000;
const RESUME_EVENTS = 1000;
/** Rows of the log that are looked through for them. */
const RESUME_ROWS = 5000;

export interface Feeds {
  /** The text of a stream that begins after the given event, or now. It ends with the signal. */
  follow(caller: Caller, lastEventId: string | undefined, signal: AbortSignal): Promise<AsyncIterable<string>>;
}

interface Followed {
  readonly feed: Promise<Feed>;
  /** Streams that are open or about to be. */
  users: number;
  /** Stops listening. */
  readonly drop: () => void;
}

export function openFeeds(app: Pick<App, 'reader' | 'world' | 'hub'>, sources: readonly LiveSource[]): Feeds {
  const feeds = new Map<string, Followed>();

  const beating = makePulse(app.world, BEAT_MS, async () => {
    for (const { feed } of feeds.values()) (await feed.catch(() => undefined))?.beat(); // who opened it knows why not
  });

  /** Counted until the signal: the last one out closes the feed. */
  const enter = (project_id: string, signal: AbortSignal): Promise<Feed> => {
    const known = feeds.get(project_id) ?? begin(project_id);
    known.users++;
    const leave = () => {
      if (--known.users > 0) return;
      known.drop();
      feeds.delete(project_id);
      if (feeds.size === 0) beating.stop();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return known.feed;
  };

  const begin = (project_id: string): Followed => {
    const feed = openFeed(app, sources, project_id);
    const wake = () => void feed.then(({ wake }) => wake()).catch(() => undefined); // who opened it knows why not
    const followed = { feed, users: 0, drop: app.hub.listen(project_id, wake) };
    feeds.set(project_id, followed);
    beating.start();
    return followed;
  };

  return {
    async follow({ project_id }, lastEventId, signal) {
      const feed = await enter(project_id, signal);
      await feed.look();
      const stream = openStream(app.world.nowMs);
      const at = feed.mark();
      attach(feed, stream, signal); // from here on it is told everything; what came before is looked up
      const from = { project_id, lastEventId, at, nowMs: app.world.nowMs() };
      return stream.frames(await beginningOf(app.reader, sources, from));
    },
  };
}

function attach(feed: Feed, stream: Stream, signal: AbortSignal): void {
  const leave = () => {
    feed.streams.delete(stream);
    stream.end();
  };
  feed.streams.add(stream);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
}

interface From {
  readonly project_id: string;
  readonly lastEventId: string | undefined;
  /** Where the stream is attached. */
  readonly at: Mark;
  readonly nowMs: number;
}

async function beginningOf(reader: Reader, sources: readonly LiveSource[], from: From): Promise<Beginning> {
  const { project_id, lastEventId, at, nowMs } = from;
  const afresh = { after: 0, mark: at, missed: [], reset: undefined };
  if (!lastEventId) return afresh;
  const last = readEventId(lastEventId);
  // A mark from the future: the database is another one, or was put back.
  if (!last || last.mark.next > at.next) return { ...afresh, reset: 'unknown_id' };
  const ageMs = nowMs - last.number / 1000;
  if (ageMs > RESUME_MS) return { ...afresh, reset: 'too_long_ago' };
  if (ageMs < -RESUME_MS) return { ...afresh, reset: 'unknown_id' };

  const missed: LiveEvent[] = [];
  let rows = 0;
  for await (const told of eventsBetween(reader, sources, project_id, { from: last.mark, to: at })) {
    missed.push(...told.events);
    rows += told.rows;
    if (missed.length > RESUME_EVENTS || rows > RESUME_ROWS) {
      return { ...afresh, after: last.number, reset: 'too_many' };
    }
  }
  return { ...afresh, after: last.number, missed };
}
