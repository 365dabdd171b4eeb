// Something the page fetches: its value, what went wrong, and a way to fetch it again.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { wordsFor } from '../problem-words.ts';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly wrong: string | undefined;
  /** It is being fetched, for the first time or again. */
  readonly busy: boolean;
  readonly reload: () => void;
}

export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[] = []): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(true);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    const end = (words: string | undefined) => {
      setBusy(false);
      setWrong(words);
    };
    setBusy(true);
    load().then(
      (fresh) => {
        if (!current) return;
        setValue(fresh);
        end(undefined);
      },
      (error) => current && end(wordsFor(error)),
    );
    return () => {
      current = false;
    };
  }, [turn, ...inputs]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { value, wrong, busy, reload };
}
