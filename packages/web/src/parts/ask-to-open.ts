// A link from outside was followed: which, until the person has said yes or no.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Asked {
  readonly href: string;
  /** The address with everything that would not be seen. */
  readonly shown: ComponentChildren;
}

export const askedToOpen = signal<Asked>();

/** Answered, whatever the answer was. */
export function stay(): void {
  askedToOpen.value = undefined;
}

export function askToOpen(href: string, shown: ComponentChildren): void {
  askedToOpen.value = { href, shown };
}
