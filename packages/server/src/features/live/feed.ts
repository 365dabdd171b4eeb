// What happens in one project, read once for all streams that follow it on this instance.

import type { App } from '../../app.ts';
import { shared } from '../../base/shared.ts';
import type { Reader } from '../../storage/database.ts';
import type { Mark } from '../../storage/mark.ts';
import { followAudit } from '../audit/follow-audit.ts';
import type { FollowedRow } from '../audit/store.ts';
import type { LiveEvent, LiveSource } from './source.ts';
import type { Stream } from './stream.ts';

/** However much happens, no more looks than one in this time. */
const GATHER_MS = 20;
/** The safety net: what was announced to nobody is found by then. */
const LOOK_AGAIN_MS = 5000;
/** Rows that become events in one go. */
const STEP = 200;

export interface Feed {
  readonly streams: Set<Stream>;
  /** Where all its streams stand. */
  mark(): Mark;
  /** Tells the streams everything that is committed now. */
  look(): Promise<void>;
  /** Something may have happened. */
  wake(): void;
  /** To be called every second: the heart of its streams. */
  beat(): void;
}

type Ground = Pick<App, 'reader' | 'world'>;

/** `sources` says which of them someone wants to hear; whoever wants more says so before the look that is to tell it. */
export async function openFeed(app: Ground, sources: () => readonly LiveSource[], project_id: string): Promise<Feed> {
  const streams = new Set<Stream>();
  let mark = await app.reader.mark();
  let { life } = mark;
  let lookedMs = app.world.nowMs();
  let waking = false;

  /** The database has crashed, or another has taken its place: what it took back was told, and what it did since may not be. */
  const startOver = (to: Mark) => {
    const reset = {
      name: 'reset',
      data: JSON.stringify({ reason: 'unknown_id' }),
      forPeople: false,
      mark: to,
    } as const;
    for (const stream of streams) stream.tell([reset]);
    life = to.life;
    mark = to;
  };

  const lookOnce = async () => {
    const to = await app.reader.mark();
    if (to.life !== life) startOver(to);
    for await (const { events, mark: at } of eventsBetween(app.reader, sources(), project_id, { from: mark, to })) {
      const forAll = events.filter(({ forPeople }) => !forPeople);
      for (const stream of streams) stream.tell(stream.forPerson ? events : forAll);
      mark = at;
    }
    mark = to;
    lookedMs = app.world.nowMs();
  };

  const look = shared(lookOnce);

  const wake = async () => {
    if (waking) return;
    waking = true;
    const sinceMs = app.world.nowMs() - lookedMs;
    if (sinceMs >= 0 && sinceMs < GATHER_MS) await app.world.sleep(GATHER_MS - sinceMs);
    waking = false;
    await look().catch((error: unknown) => {
      app.world.log('warn', 'live.look_failed', { project_id, reason: String(error) }); // the next one may succeed
    });
  };

  return {
    streams,
    mark: () => mark,
    look,
    wake: () => void wake(),
    beat() {
      const sinceMs = app.world.nowMs() - lookedMs;
      if (sinceMs < 0 || sinceMs >= LOOK_AGAIN_MS) void wake();
      for (const stream of streams) stream.beat(mark);
    },
  };
}

interface Told {
  readonly events: readonly LiveEvent[];
  /** Where someone stands who has been told them. */
  readonly mark: Mark;
  /** Rows of the log it took, told or not. */
  readonly rows: number;
}

/** What happened between two marks, some at a time. */
export async function* eventsBetween(
  reader: Reader,
  sources: readonly LiveSource[],
  project_id: string,
  { from, to }: { readonly from: Mark; readonly to: Mark },
): AsyncGenerator<Told> {
  let gathered: { row: FollowedRow; mark: Mark }[] = [];
  const told = async (): Promise<Told> => {
    const rows = gathered;
    gathered = [];
    const described = await Promise.all(sources.map((source) => describe(reader, source, project_id, rows)));
    const byRow = described.map((each) => new Map(each));
    const events = rows.flatMap(({ row, mark }) =>
      byRow.flatMap((events) => {
        const event = events.get(row.id);
        return event ? [{ ...event, mark }] : [];
      }),
    );
    return { events, mark: rows.at(-1)?.mark ?? from, rows: rows.length };
  };
  for await (const followed of followAudit(reader, project_id, from, to)) {
    gathered.push(followed);
    if (gathered.length >= STEP) yield await told();
  }
  if (gathered.length > 0) yield await told();
}

type Described = readonly [id: string, event: Omit<LiveEvent, 'mark'>];

async function describe(
  reader: Reader,
  { tells, describe, forPeople }: LiveSource,
  project_id: string,
  rows: readonly { readonly row: FollowedRow }[],
): Promise<Described[]> {
  const known = rows.map(({ row }) => row).filter(({ event }) => tells[event] !== undefined);
  if (known.length === 0) return [];
  const data = await describe(reader, project_id, known);
  return known.flatMap((row, index) => {
    const name = tells[row.event];
    const what = data[index];
    return name && what ? [[row.id, { name, data: JSON.stringify(what), forPeople: forPeople === true }] as const] : [];
  });
}
