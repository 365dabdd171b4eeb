// A list that is read page by page: the first, and older ones when they are asked for. What comes of a question that is no longer the
// one on the screen is not added to the answer of another, nor is a page that was asked for twice.

import { useState } from 'preact/hooks';
import { wordsFor } from '../problem-words.ts';
import { type Loaded, useLoaded } from './loaded.ts';
import { say } from './toasts.tsx';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

interface Older<T> extends Page<T> {
  /** The first page, of which they are the rest. */
  readonly than: Page<T>;
}

export interface Pages<T> {
  readonly first: Loaded<Page<T>>;
  /** Of all pages that are here. */
  readonly items: readonly T[];
  /** Reads the next page; undefined where there is none. */
  readonly more: (() => Promise<void>) | undefined;
}

export function usePages<T>(read: (cursor?: string) => Promise<Page<T>>, inputs: readonly unknown[]): Pages<T> {
  const first = useLoaded(() => read(), inputs);
  const [known, setOlder] = useState<Older<T>>();
  const than = first.value;
  const older = known?.than === than ? known : undefined;
  const cursor = (older ?? than)?.next_cursor;
  const more = async (from: string, than: Page<T>) => {
    try {
      const page = await read(from);
      setOlder((before) => {
        const kept = before?.than === than ? before : { ...than, items: [] };
        return kept.next_cursor === from ? { ...page, items: [...kept.items, ...page.items], than } : before;
      });
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return {
    first,
    items: [...(than?.items ?? []), ...(older?.items ?? [])],
    more: than && cursor ? () => more(cursor, than) : undefined,
  };
}
