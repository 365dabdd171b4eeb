// The rows of the history as this page knows them: pages on demand, webhooks as they fare, and what was decided since only
// when it is asked for.

import type { HistoryRow } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { onLive } from '../live/connection.ts';
import { wordsFor } from '../problem-words.ts';
import { asked, type Question } from './question.ts';

const PAGE = 50;
/** A page may be short and have a next one: so often the next is fetched by itself. */
const FETCHES = 5;
const ENOUGH = 25;

interface State {
  readonly rows: readonly HistoryRow[];
  readonly next: string | null;
  readonly loaded: boolean;
  readonly wrong?: string;
}

const NOTHING: State = { rows: [], next: null, loaded: false };

export interface History extends State {
  /** Decided since the list was read. */
  readonly newer: number;
  more(): Promise<void>;
  reload(): void;
}

export function useHistory(question: Question): History {
  const [state, setState] = useState<State>(NOTHING);
  const [newer, setNewer] = useState(0);
  const [turn, setTurn] = useState(0);
  const reload = () => setTurn((n) => n + 1);
  const key = JSON.stringify(question);

  useEffect(() => {
    let current = true;
    setNewer(0);
    fetchFrom(question, undefined).then(
      (found) => current && setState({ ...found, loaded: true }),
      (error) => current && setState({ ...NOTHING, loaded: true, wrong: wordsFor(error) }),
    );
    return () => {
      current = false;
    };
  }, [key, turn]);

  useEffect(
    () =>
      onLive(({ type, data }) => {
        if (type === 'reset') return reload();
        if (type === 'action.updated' && data.status !== 'pending') setNewer((n) => n + 1);
        if (type !== 'delivery.updated') return;
        const webhook_delivery = data.webhook_delivery as NonNullable<HistoryRow['webhook_delivery']>;
        setState((before) => ({
          ...before,
          rows: before.rows.map((row) => (row.id === data.id ? { ...row, webhook_delivery } : row)),
        }));
      }),
    [],
  );

  const more = async () => {
    if (state.next === null) return;
    try {
      const { rows, next } = await fetchFrom(question, state.next);
      setState((before) => ({ ...before, rows: [...before.rows, ...rows], next }));
    } catch (error) {
      setState((before) => ({ ...before, wrong: wordsFor(error) }));
    }
  };
  return { ...state, newer, more, reload };
}

async function fetchFrom(question: Question, from: string | undefined): Promise<Pick<State, 'rows' | 'next'>> {
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
