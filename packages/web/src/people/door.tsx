// The card that someone sees who is not inside yet.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Door({ title, children }: Props) {
  const card = useRef<HTMLElement>(null);
  // The step before is gone, and with it the button that led here: this one begins with what it asks for, or its title.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const asks = card.current?.querySelector<HTMLElement>('[autofocus]') ?? card.current?.querySelector('h1');
    asks?.focus();
  }, [title]);
  return (
    <main class="door">
      <section class="card" aria-labelledby="door-title" ref={card}>
        <span class="brand">
          <img src="/icon.svg" alt="" /> Countersign
        </span>
        <h1 id="door-title" tabIndex={-1}>
          {title}
        </h1>
        {children}
      </section>
    </main>
  );
}

export function Wrong({ words }: { readonly words: string | undefined }) {
  return words === undefined ? null : (
    <p class="notice stop" role="alert">
      <span class="grow">{words}</span>
    </p>
  );
}
