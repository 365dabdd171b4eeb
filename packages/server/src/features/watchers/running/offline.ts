// Whether it is us who cannot reach anybody. Then no source is to blame, and one look a minute is enough.

const WINDOW_SECONDS = 120;
const HOSTS = 5;
const PROBE_SECONDS = 60;

export interface Uplink {
  /** Whether a request reached anybody. */
  saw(host: string, reached: boolean, now: number): void;
  isDown(): boolean;
  /**
   * While it is down: whether this run is the one that looks whether it is up again. `wasRead`: something was ever read there.
   * Those have a turn of their own: many addresses that never were any must not keep the others from being asked.
   */
  mayProbe(host: string, wasRead: boolean, now: number): boolean;
}

export function openUplink(): Uplink {
  const failed = new Map<string, number>();
  let down = false;
  const probeAt = { likely: 0, any: 0 };

  return {
    saw(host, reached, now) {
      if (reached) {
        failed.clear();
        down = false;
        return;
      }
      failed.delete(host);
      failed.set(host, now);
      if (down) return; // whoever has failed since it is down is not asked first
      for (const [other, at] of failed) if (now - at > WINDOW_SECONDS || now < at) failed.delete(other);
      if (failed.size >= HOSTS) {
        down = true;
        probeAt.likely = now + PROBE_SECONDS;
        probeAt.any = now + PROBE_SECONDS;
      }
    },
    isDown: () => down,
    mayProbe(host, wasRead, now) {
      const turn = wasRead && !failed.has(host) ? 'likely' : 'any';
      const wait = probeAt[turn] - now;
      if (wait > 0 && wait <= PROBE_SECONDS) return false; // longer than that only by a clock that was set back
      probeAt[turn] = now + PROBE_SECONDS;
      return true;
    },
  };
}
