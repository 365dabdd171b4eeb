// Servers on a small share of a processor each, held to it by the kernel: what more machines would add can then be seen on one.
// In steps of a few milliseconds, so that nobody is stopped for long while others wait for what it has locked.

import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_US = 5000;
/** The kernel gives no less at a time. */
const LEAST_US = 1000;

/** Control groups, old and new. */
const OLD = '/sys/fs/cgroup/cpu';
const NEW = '/sys/fs/cgroup';

/** Until they end, each of these processes runs for so much of the time and no more. Undefined where we may not say so. */
export function shareOut(pids: readonly number[], share: number): { end(): void } | undefined {
  const quotaUs = Math.max(LEAST_US, Math.round(PERIOD_US * share));
  const isOld = existsSync(join(OLD, 'cpu.cfs_period_us'));
  const folders: string[] = [];
  const end = () => {
    for (const folder of folders) rmdirSync(folder);
  };
  try {
    if (!isOld) writeFileSync(join(NEW, 'cgroup.subtree_control'), '+cpu');
    for (const pid of pids) {
      const folder = join(isOld ? OLD : NEW, `countersign-bench-${pid}`);
      mkdirSync(folder);
      folders.push(folder);
      const say = (name: string, value: number | string) => writeFileSync(join(folder, name), String(value));
      if (isOld) {
        say('cpu.cfs_period_us', PERIOD_US);
        say('cpu.cfs_quota_us', quotaUs);
      } else say('cpu.max', `${quotaUs} ${PERIOD_US}`);
      say('cgroup.procs', pid);
    }
  } catch {
    return undefined; // not root, not Linux, or inside a container that has no say in it
  }
  return { end };
}
