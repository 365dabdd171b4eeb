// Streams of events, by project: each begins where its client left off, if that is not too far back.

import type { App, Caller } from '../../app.ts';
import type { Reader } from '../../storage/database.ts';
import type { Mark } from '../../storage/mark.ts';
import { type AsideSource, type Asides, openAsides } from './asides.ts';
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
  readonly asides: Asides;
  /** Streams that are open or about to be. */
  users: number;
  /** Those of people among them. */
  people: number;
  /** Stops listening. */
  readonly drop: () => void;
}

interface Sources {
  readonly logged: readonly LiveSource[];
  readonly aside: AsideSource;
}

export function openFeeds(app: Pick<App, 'reader' | 'storage' | 'world' | 'hub'>, { logged, aside }: Sources): Feeds {
  const feeds = new Map<string, Followed>();
  const forKeys = logged.filter(({ forPeople }) => !forPeople);

  const beating = makePulse(app.world, BEAT_MS, async () => {
    for (const { feed, asides, people } of feeds.values()) {
      (await feed.catch(() => undefined))?.beat(); // who opened it knows why not
      if (people > 0) asides.beat();
    }
  });

  /** Counted until the signal: the last one out closes the feed. */
  const enter = ({ project_id, type }: Caller, signal: AbortSignal): Followed => {
    const known = feeds.get(project_id) ?? begin(project_id);
    const person = type === 'reviewer' ? 1 : 0;
    known.users++;
    known.people += person;
    const leave = () => {
      known.people -= person;
      if (--known.users > 0) return;
      known.drop();
      feeds.delete(project_id);
      if (feeds.size === 0) beating.stop();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return known;
  };

  const begin = (project_id: string): Followed => {
    const feed = openFeed(app, () => (followed.people > 0 ? logged : forKeys), project_id);
    const whenOpen = (act: (feed: Feed) => void) => void feed.then(act).catch(() => undefined); // who opened it knows why not
    const asides = openAsides(app, aside, project_id, (said) =>
      whenOpen(({ streams }) => {
        for (const stream of streams) if (stream.forPerson) stream.tell(said);
      }),
    );
    const forget = app.hub.listen(project_id, () => {
      asides.stir();
      whenOpen(({ wake }) => wake());
    });
    const drop = () => {
      forget();
      asides.close();
    };
    const followed: Followed = { feed, asides, users: 0, people: 0, drop };
    feeds.set(project_id, followed);
    beating.start();
    return followed;
  };

  return {
    async follow(caller, lastEventId, signal) {
      const { project_id } = caller;
      const isPerson = caller.type === 'reviewer';
      const followed = enter(caller, signal);
      const feed = await followed.feed;
      await feed.look();
      const stream = openStream(app.storage.nowMs, isPerson ? followed.asides.greeting : undefined);
      const at = feed.mark();
      attach(feed, stream, signal); // from here on it is told everything; what came before is looked up
      const from = { project_id, lastEventId, at, nowMs: app.storage.nowMs() };
      const beginning = await beginningOf(app.reader, isPerson ? logged : forKeys, from);
      return stream.frames({ ...beginning, said: isPerson ? await followed.asides.greetings() : [] });
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
  const afresh = { after: 0, mark: at, missed: [], reset: undefined, said: [] };
  if (!lastEventId) return afresh;
  const last = readEventId(lastEventId);
  // Of another life, or from the future: the database has crashed since, is another one, or was put back.
  const isOurs = last?.mark.life === at.life && (last?.mark.next ?? 0) <= at.next;
  if (!last || !isOurs) return { ...afresh, reset: 'unknown_id' };
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
