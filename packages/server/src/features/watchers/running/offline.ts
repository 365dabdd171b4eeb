// Whether it is us who cannot reach anybody. Then no source is to blame, and one look a minute is enough.

const WINDOW_SECONDS = 120;
const HOSTS = 5;
const PROBE_SECONDS = 60;

export interface Uplink {
  /** Whether a request reached anybody. */
  saw(host: string, reached: boolean, now: number): void;
  isDown(): boolean;
  /** While it is down: whether this run is the one that looks whether it is up again. */
  mayProbe(now: number): boolean;
}

export function openUplink(): Uplink {
  const failed = new Map<string, number>();
  let down = false;
  let probeAt = 0;

  return {
    saw(host, reached, now) {
      if (reached) {
        failed.clear();
        down = false;
        return;
      }
      failed.delete(host);
      failed.set(host, now);
      for (const [other, at] of failed) if (now - at > WINDOW_SECONDS || now < at) failed.delete(other);
      if (!down && failed.size >= HOSTS) {
        down = true;
        probeAt = now + PROBE_SECONDS;
      }
    },
    isDown: () => down,
    mayProbe(now) {
      if (now < probeAt) return false;
      probeAt = now + PROBE_SECONDS;
      return true;
    },
  };
}
