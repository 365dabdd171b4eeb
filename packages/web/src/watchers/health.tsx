// How a watcher fares: a word in its colour.

import type { Watcher } from '@countersign/contract';
import { healthOf } from './words.ts';

export function HealthChip({ watcher }: { readonly watcher: Watcher }) {
  const { tone, word } = healthOf(watcher);
  return <span class={`chip ${tone}`}>{word}</span>;
}

export function Dot({ color }: { readonly color: string | null }) {
  return <span class="dot" style={color === null ? undefined : { background: color }} aria-hidden="true" />;
}
