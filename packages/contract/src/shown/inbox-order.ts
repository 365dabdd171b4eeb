// The order of the inbox: the more urgent first, warnings first among the equally urgent, then what expires sooner. The
// page keeps its list in it while actions arrive; the server reads its pages in it.

/** Within the hour, within the day, later. */
export const BANDS_SECONDS = [3600, 86_400] as const;

export interface Placed {
  readonly id: string;
  readonly expires_at: number;
  readonly flags: readonly unknown[];
}

/** 0 is the most urgent. */
function bandOf(expires_at: number, now: number): number {
  const band = BANDS_SECONDS.findIndex((seconds) => expires_at <= now + seconds);
  return band === -1 ? BANDS_SECONDS.length : band;
}

/** For `sort`: `now` is the same for a whole list, so that what is in it keeps its place. */
export function compareUrgency(now: number): (a: Placed, b: Placed) => number {
  const calm = ({ flags }: Placed) => (flags.length === 0 ? 1 : 0);
  return (a, b) =>
    bandOf(a.expires_at, now) - bandOf(b.expires_at, now) ||
    calm(a) - calm(b) ||
    a.expires_at - b.expires_at ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
