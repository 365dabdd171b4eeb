// On a phone the editor has the whole screen, and no more of it than the keyboard leaves.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { NARROW } from '../parts/narrow.ts';

/** Whether it is one; the page is told how much of it can be seen. */
export function useFullScreen(): boolean {
  const [full, setFull] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const asked = matchMedia(NARROW);
    const turn = () => setFull(asked.matches);
    asked.addEventListener('change', turn);
    return () => asked.removeEventListener('change', turn);
  }, []);
  useLayoutEffect(() => {
    if (!full) return;
    const root = document.documentElement;
    const measure = () => {
      root.style.setProperty('--seen-height', `${visualViewport?.height ?? innerHeight}px`);
      root.style.setProperty('--seen-top', `${visualViewport?.offsetTop ?? 0}px`);
    };
    measure();
    root.classList.add('editing');
    visualViewport?.addEventListener('resize', measure);
    visualViewport?.addEventListener('scroll', measure);
    return () => {
      root.classList.remove('editing');
      visualViewport?.removeEventListener('resize', measure);
      visualViewport?.removeEventListener('scroll', measure);
    };
  }, [full]);
  return full;
}
