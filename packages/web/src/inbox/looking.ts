// Who looks at an action: colleagues are told that I do, the server that I did, and the list who else does.

import { useEffect, useRef } from 'preact/hooks';
import { api } from '../api.ts';

/** Whoever only passes by has not looked. */
const LOOKS_FROM_MS = 1000;

let behindMs = 0;
let leftMs = document.hidden ? performance.now() : undefined;
document.addEventListener('visibilitychange', () => {
  if (leftMs !== undefined) behindMs += performance.now() - leftMs;
  leftMs = document.hidden ? performance.now() : undefined;
});

/** A clock that stands still while the page is behind another: nobody reads it there. */
export const inSightMs = (): number => (leftMs ?? performance.now()) - behindMs;

/** Looked at in this tab. */
export const opened = new Set<string>();

/** In a tab that is behind another nobody does. */
export function useLooking(id: string, shownAt: number | undefined, isAtEnd: boolean): void {
  const toEnd = useRef(isAtEnd);
  toEnd.current = isAtEnd;
  useEffect(() => {
    if (shownAt === undefined) return;
    let begunMs: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (ms: number) => void api.markSeen(id, { ms, end: toEnd.current }).catch(() => undefined); // who looks is no decision
    const begin = () => {
      const fromMs = inSightMs();
      timer = setTimeout(() => {
        begunMs = fromMs;
        opened.add(id);
        tell(0);
      }, LOOKS_FROM_MS);
    };
    const end = () => {
      clearTimeout(timer);
      if (begunMs !== undefined) tell(Math.max(1, Math.round(inSightMs() - begunMs)));
      begunMs = undefined;
    };
    const turn = () => (document.hidden ? end() : begin());
    turn();
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      end();
    };
  }, [id, shownAt === undefined]);
}
