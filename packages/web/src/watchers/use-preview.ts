// The preview of a draft, kept in step with it: asked for again when the draft has rested for a moment.

import type { WatcherPreview } from '@countersign/contract';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { codeOf, wordsFor } from '../problem-words.ts';
import { bodyOf, type Draft, isReadable } from './draft.ts';

/** Each trial is a request to somebody's site; a trial over what is stored is ours alone. */
const REST_MS = 700;
const STORED_REST_MS = 250;

export interface Preview {
  readonly value: WatcherPreview | undefined;
  readonly wrong: string | undefined;
  readonly busy: boolean;
  readonly again: () => void;
}

interface Stored {
  readonly watcher_id: string;
  /** Whether the source is still the one that was read. */
  readonly same: boolean;
}

export function usePreview(draft: Draft, stored?: Stored): Preview {
  const [value, setValue] = useState<WatcherPreview>();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [turn, setTurn] = useState(0);
  const { kind, url, query, subreddit, keywords, none, min_score } = draft;
  const told = JSON.stringify([kind, url, query, subreddit, keywords, none, min_score]);
  const readable = isReadable(draft);
  const fromStored = stored?.same === true;
  useEffect(() => {
    if (!readable) return;
    const ending = new AbortController();
    const ask = async () => {
      setBusy(true);
      try {
        const body = { ...bodyOf(draft), ...(stored && { watcher_id: stored.watcher_id }) };
        const options = { signal: ending.signal, retries: 0, ...(fromStored && { query: { cached: 1 } }) };
        setValue(await api.previewWatcher(body, options));
        setWrong(undefined);
      } catch (error) {
        if (ending.signal.aborted) return;
        setWrong(
          codeOf(error) === 'rate_limited'
            ? t('That was many tests in one minute. Wait a little, then press Test now.')
            : wordsFor(error),
        );
      }
      setBusy(false);
    };
    const timer = setTimeout(ask, fromStored ? STORED_REST_MS : REST_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [told, readable, fromStored, turn]);
  const again = useCallback(() => setTurn((n) => n + 1), []);
  return { value: readable ? value : undefined, wrong: readable ? wrong : undefined, busy: readable && busy, again };
}
