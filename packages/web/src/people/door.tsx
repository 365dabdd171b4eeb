// The card that someone sees who is not inside yet.

import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Door({ title, children }: Props) {
  return (
    <main class="door">
      <section class="card" aria-labelledby="door-title">
        <span class="brand">
          <img src="/icon.svg" alt="" /> Countersign
        </span>
        <h1 id="door-title">{title}</h1>
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
