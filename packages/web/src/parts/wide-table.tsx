// A table that may be wider than the screen: it scrolls by itself, also with the keyboard.

import type { ComponentChildren } from 'preact';

export function WideTable({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll-x" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}
