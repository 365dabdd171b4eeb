// Something the page fetches: its value, what went wrong, and a way to fetch it again.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { wordsFor } from '../problem-words.ts';

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly wrong: string | undefined;
  readonly reload: () => void;
}

export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[] = []): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [wrong, setWrong] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    load().then(
      (fresh) => {
        if (!current) return;
        setValue(fresh);
        setWrong(undefined);
      },
      (error) => current && setWrong(wordsFor(error)),
    );
    return () => {
      current = false;
    };
  }, [turn, ...inputs]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { value, wrong, reload };
}
