// The rows of the history as this page knows them: pages on demand, webhooks and results as they come, and what was decided
// since only when it is asked for.

import type { HistoryRow } from '@countersign/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { onLive } from '../live/connection.ts';
import { type Loaded, useLoaded } from '../parts/loaded.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { asked, type Question } from './question.ts';

export const PAGE = 50;
/** A page may be short and have a next one: so often the next is fetched by itself. */
const FETCHES = 5;
const ENOUGH = 25;
const GATHER_MS = 300;

interface Found {
  readonly rows: readonly HistoryRow[];
  readonly next: string | null;
}

/** Of a row, live: each event has its own part of it. */
type Told = Required<Pick<HistoryRow, 'id' | 'status' | 'webhook_delivery'>>;

const NOTHING: Found = { rows: [], next: null };

export interface History extends Loaded<Found>, Found {
  /** Decided since the list was read, of what is asked for. No more are counted than a page holds. */
  readonly newer: number;
  more(): Promise<void>;
}

export function useHistory(question: Question): History {
  const [found, setFound] = useState<Found>();
  const [newest, setNewest] = useState<readonly string[]>([]);
  const read = useLoaded(() => {
    setNewest([]);
    return fetchFrom(question, undefined);
  }, [JSON.stringify(question)]);
  useNewest(question, setNewest);
  useEffect(() => setFound(read.value), [read.value]);

  const known = new Set(found?.rows.map(({ id }) => id));
  const here = useRef(known);
  here.current = known;
  const hear = (id: string, news: Partial<HistoryRow>) =>
    setFound((before) => before && { ...before, rows: withNews(before.rows, id, news) });
  useEffect(
    () =>
      onLive(({ type, data }) => {
        if (type === 'reset') return read.reload();
        const { id, status, webhook_delivery } = data as Told;
        if (type === 'delivery.updated') hear(id, { webhook_delivery });
        if (type !== 'action.result') return;
        hear(id, { status });
        if (here.current.has(id)) void fetchResult(id).then((result) => hear(id, result), ignore);
      }),
    [],
  );

  const more = async () => {
    if (!found?.next) return;
    try {
      const { rows, next } = await fetchFrom(question, found.next);
      // Asked for twice, or of another question by now: then it is not what follows.
      setFound((before) => (before?.next === found.next ? { rows: [...before.rows, ...rows], next } : before));
    } catch (error) {
      say(wordsFor(error));
    }
  };
  const newer = newest.filter((id) => !known.has(id)).length;
  const value = read.wrong === undefined ? found : undefined;
  return { ...NOTHING, ...value, ...read, value, newer, more };
}

/** What the agent reported is in no event; what could not be read is there when the list is read again. */
async function fetchResult(id: string): Promise<Pick<HistoryRow, 'result'>> {
  const { result } = await api.getInboxAction(id);
  return result ? { result } : {};
}

const ignore = () => undefined;

/** What was decided last, each time that something is. Whether it is asked for is the server's business. */
function useNewest(question: Question, onRead: (ids: readonly string[]) => void): void {
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      timer = undefined;
      const { items } = await api.listHistory({ ...asked(question), limit: PAGE });
      if (current) onRead(items.map(({ id }) => id));
    };
    const end = onLive(({ type, data }) => {
      if (type !== 'action.updated' || data.status === 'pending') return;
      timer ??= setTimeout(() => read().catch(() => undefined), GATHER_MS); // with the next one it is read again
    });
    return () => {
      current = false;
      clearTimeout(timer);
      end();
    };
  }, [JSON.stringify(question)]);
}

function withNews(rows: readonly HistoryRow[], id: string, news: Partial<HistoryRow>): readonly HistoryRow[] {
  return rows.map((row) => (row.id === id ? { ...row, ...news } : row));
}

async function fetchFrom(question: Question, from: string | undefined): Promise<Found> {
  const rows: HistoryRow[] = [];
  let cursor = from;
  for (let n = 0; n < FETCHES; n++) {
    const page = await api.listHistory({ ...asked(question), limit: PAGE, ...(cursor && { cursor }) });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined || rows.length >= ENOUGH) break;
  }
  return { rows, next: cursor ?? null };
}
