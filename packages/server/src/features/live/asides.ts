// What people are told that is in no log: how many actions wait, how a webhook fares, which version this is. Told once, to
// whoever is there; who comes later reads it.

import type { LiveEventName } from '@countersign/contract';
import type { App } from '../../app.ts';

export interface Said {
  readonly name: LiveEventName;
  /** JSON on one line. */
  readonly data: string;
}

export interface AsideSource {
  /** The first thing that is said to whoever comes. */
  greeting(): Said;
  /** What is so of a project, until something happens in it. */
  standing(project_id: string): Promise<Said>;
  /** What is announced of it in passing, under these topics, with a note of what it is about. */
  topics(project_id: string): readonly string[];
  describe(project_id: string, topic: string, notes: readonly string[]): Promise<readonly Said[]>;
}

export interface Asides {
  greetings(): Promise<readonly Said[]>;
  /** The first of them, as it is now. */
  greeting(): Said;
  /** Something happened: what stands may not stand any more. */
  stir(): void;
  /** To be called every second. */
  beat(): void;
  close(): void;
}

const GATHER_MS = 20;
/** Notes past this are dropped: nobody reads so fast. */
const MOST_NOTES = 100;
/** To count may take its time; no more than so much of all time goes into it. */
const SHARE = 20;
/** After a count that failed: storage may be gone for a while. */
const AGAIN_MS = 5000;

type Ground = Pick<App, 'world' | 'hub'>;

export function openAsides(
  { world, hub }: Ground,
  source: AsideSource,
  project_id: string,
  tell: (said: readonly Said[]) => void,
): Asides {
  let stirred = false;
  let counting = false;
  let notBeforeMs = 0;
  let stood: string | undefined;

  const complain = (error: unknown) => world.log('warn', 'live.aside_failed', { project_id, reason: String(error) }); // the next one may succeed

  /** What is noted within a moment is told together. */
  const gather = (topic: string) => {
    let notes = new Set<string>();
    let gathering = false;
    const flush = async () => {
      await world.sleep(GATHER_MS);
      gathering = false;
      const gathered = [...notes];
      notes = new Set();
      tell(await source.describe(project_id, topic, gathered));
    };
    return (note: string | undefined) => {
      if (note === undefined || notes.size >= MOST_NOTES) return;
      notes.add(note);
      if (gathering) return;
      gathering = true;
      flush().catch(complain);
    };
  };

  const count = async () => {
    const startedMs = world.nowMs();
    const standing = await source.standing(project_id);
    const nowMs = world.nowMs();
    notBeforeMs = nowMs + SHARE * Math.max(0, nowMs - startedMs);
    return standing;
  };

  const tellStanding = async () => {
    counting = true;
    stirred = false;
    try {
      const standing = await count();
      if (standing.data !== stood) tell([standing]);
      stood = standing.data;
    } catch (error) {
      stirred = true; // what happened is told when it can be counted, though nothing else may happen
      notBeforeMs = world.nowMs() + AGAIN_MS;
      throw error;
    } finally {
      counting = false;
    }
  };

  const forgets = source.topics(project_id).map((topic) => hub.listen(topic, gather(topic)));
  return {
    greetings: async () => [source.greeting(), await count()],
    greeting: source.greeting,
    stir() {
      stirred = true;
    },
    beat() {
      if (stirred && !counting && world.nowMs() >= notBeforeMs) tellStanding().catch(complain);
    },
    close() {
      for (const forget of forgets) forget();
    },
  };
}
