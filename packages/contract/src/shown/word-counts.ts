// How many words an edit adds and takes away, for a glance beside the diff.

import { diffArrays } from 'diff';

export interface WordCounts {
  readonly added: number;
  readonly removed: number;
}

/** Beyond this the number says nothing that the diff does not, and takes long to find. */
const MOST_WORDS = 20_000;
const LIMITS = { maxEditLength: 400 } as const;

/** Undefined when the texts are too long, or have too little in common. */
export function wordCounts(before: string, after: string): WordCounts | undefined {
  const [old, fresh] = [before, after].map((text) => text.match(/\S+/g) ?? []);
  if (!old || !fresh || old.length + fresh.length > MOST_WORDS) return undefined;
  const parts = diffArrays(old, fresh, LIMITS);
  const sum = (side: 'added' | 'removed') =>
    parts?.filter((part) => part[side]).reduce((total, { value }) => total + value.length, 0);
  const [added, removed] = [sum('added'), sum('removed')];
  return added === undefined || removed === undefined ? undefined : { added, removed };
}
