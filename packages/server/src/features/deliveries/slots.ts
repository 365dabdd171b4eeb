// How many webhooks may be open at once: in all, for one project, for one host. A host that hangs holds only its share.

const MAX_OPEN = 2000;
const MAX_OPEN_PER_PROJECT = 1500;
const MAX_OPEN_PER_HOST = 32;

interface Target {
  readonly project_id: string;
  readonly host: string;
}

export interface Slots {
  /** False when there is none to be had for this target. */
  take(target: Target): boolean;
  free(target: Target): void;
  full(): boolean;
  busyHosts(): readonly string[];
}

export function openSlots(): Slots {
  const hosts = new Map<string, number>();
  const projects = new Map<string, number>();
  let open = 0;

  const add = (counts: Map<string, number>, key: string, change: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  return {
    take({ project_id, host }) {
      const free =
        open < MAX_OPEN &&
        (hosts.get(host) ?? 0) < MAX_OPEN_PER_HOST &&
        (projects.get(project_id) ?? 0) < MAX_OPEN_PER_PROJECT;
      if (!free) return false;
      open++;
      add(hosts, host, 1);
      add(projects, project_id, 1);
      return true;
    },
    free({ project_id, host }) {
      open--;
      add(hosts, host, -1);
      add(projects, project_id, -1);
    },
    full: () => open >= MAX_OPEN,
    busyHosts: () => [...hosts].filter(([, count]) => count >= MAX_OPEN_PER_HOST).map(([host]) => host),
  };
}
