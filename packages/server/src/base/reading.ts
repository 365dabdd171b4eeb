// Whether someone can have read what they approved: as the inbox says how long it was on the screen, and whether to its end.

export interface View {
  readonly ms: number;
  readonly end: boolean;
}

/** Read faster than this, nothing is read. */
const READING_MS = 2000;

export function isUnread({ ms, end }: View): boolean {
  return !end || ms < READING_MS;
}
