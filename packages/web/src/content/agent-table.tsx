// A table that an agent wrote. Its words stay whole, so it may be wider than its place; then that is said, for what is at the
// side is not in sight.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';

/** Longer ones are broken where the room ends: addresses, digests. */
const LONGEST_WHOLE = 20;

export function AgentTable({ children }: { readonly children: ComponentChildren }) {
  const table = useRef<HTMLTableElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <table ref={table} {...(isWide && { tabIndex: 0 })}>
        {children}
      </table>
      {isWide && <p class="soft">{t('The table is wider than its place: there is more of it at the side.')}</p>}
    </>
  );
}

/** The class of a cell with these words. */
export function cellOf(words: string): { readonly class?: string } {
  return words.split(/\s+/).some((word) => word.length > LONGEST_WHOLE) ? { class: 'breaks' } : {};
}
