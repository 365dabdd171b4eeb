// How much may be open at once: webhooks by number, and the bytes of large ones. A host that hangs holds only its share,
// a project never more than what is left free to the others.

export interface Target {
  readonly project_id: string;
  readonly host: string;
  /** Of the body, which is held in memory until the attempt ends. */
  readonly bytes: number;
}

export interface Slots {
  /** False when there is none to be had for this target now. */
  take(target: Target): boolean;
  free(target: Target): void;
}

const OPEN = { inAll: 3000, perHost: 32 };
/** A body up to here counts as nothing but one webhook. */
const LIGHT_BYTES = 16_384;
const HEAVY_BYTES = { inAll: 64 << 20, perHost: 8 << 20 };

export function openSlots(): Slots {
  const open = openShares(OPEN);
  const heavy = openShares(HEAVY_BYTES);
  const weightOf = ({ bytes }: Target) => (bytes > LIGHT_BYTES ? bytes : 0);
  return {
    take(target) {
      if (!open.take(target, 1)) return false;
      if (heavy.take(target, weightOf(target))) return true;
      open.free(target, 1);
      return false;
    },
    free(target) {
      open.free(target, 1);
      heavy.free(target, weightOf(target));
    },
  };
}

interface Shares {
  take(target: Target, amount: number): boolean;
  free(target: Target, amount: number): void;
}

/**
 * Someone alone gets half; the next one half of the rest; whoever comes still finds something. When shares come free the
 * greater ones get nothing new until the others have as much.
 */
function openShares({ inAll, perHost }: { readonly inAll: number; readonly perHost: number }): Shares {
  const hosts = new Map<string, number>();
  const projects = new Map<string, number>();
  let taken = 0;

  const add = (held: Map<string, number>, key: string, amount: number) => {
    const sum = (held.get(key) ?? 0) + amount;
    if (sum > 0) held.set(key, sum);
    else held.delete(key); // only who holds something is remembered
  };
  const change = ({ project_id, host }: Target, amount: number) => {
    taken += amount;
    add(hosts, host, amount);
    add(projects, project_id, amount);
  };

  return {
    take(target, amount) {
      if (amount === 0) return true;
      const ofHost = hosts.get(target.host) ?? 0;
      const ofProject = projects.get(target.project_id) ?? 0;
      const fitsHost = ofHost + amount <= perHost || ofHost === 0; // one alone may be as large as it likes
      if (!fitsHost || ofProject + amount > inAll - taken) return false;
      change(target, amount);
      return true;
    },
    free: (target, amount) => change(target, -amount),
  };
}
