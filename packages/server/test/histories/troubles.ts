// What goes wrong between servers and their database, and to the servers themselves.

import { setTimeout as rest } from 'node:timers/promises';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import type { Cluster } from '../support/postgres-cluster.ts';
import type { Served } from '../support/serve-process.ts';
import { type Chance, pickFrom } from './clients.ts';

/** A server with its own way to the database. */
export interface Instance {
  readonly proxy: FaultyProxy;
  server: Served;
  /** Another server takes its place. */
  replace(): Promise<void>;
}

type Trouble = (instance: Instance, chance: Chance, cluster: Cluster) => Promise<void>;

export const TROUBLES: Readonly<Record<string, Trouble>> = {
  async 'a slow way to the database'({ proxy }, chance) {
    proxy.delayMs = 5 + chance(60);
    await rest(2000);
    proxy.delayMs = 0;
  },
  async 'a partition'({ proxy }, chance) {
    proxy.become('hold');
    await rest(1000 + chance(4000));
    proxy.become('forward');
  },
  async 'half-open connections'({ proxy }, chance) {
    proxy.become('swallow');
    await rest(1000 + chance(3000));
    proxy.become('forward');
    proxy.cutAll();
  },
  async 'connections refused'({ proxy }) {
    proxy.become('refuse');
    await rest(1500);
    proxy.become('forward');
  },
  async 'reset after COMMIT'({ proxy }) {
    proxy.onCommit = 'forward, then cut';
    await rest(1500);
    proxy.onCommit = 'forward';
  },
  async 'reset before COMMIT'({ proxy }) {
    proxy.onCommit = 'cut';
    await rest(1500);
    proxy.onCommit = 'forward';
  },
  async 'kill -9'(instance, chance) {
    instance.server.kill('SIGKILL');
    await instance.server.exitCode;
    await rest(chance(1000));
    await instance.replace();
  },
  async 'a server that stands still'({ server }, chance) {
    server.kill('SIGSTOP');
    await rest(1000 + chance(4000));
    server.kill('SIGCONT');
  },
  async 'the database restarts'(_instance, _chance, cluster) {
    await cluster.restart();
    await rest(1000);
  },
};

/** One after the other, until the time is over. How often each came. */
export async function makeTrouble(
  instances: readonly Instance[],
  cluster: Cluster,
  chance: Chance,
  untilMs: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const names = Object.keys(TROUBLES);
  for (let n = 0; performance.now() < untilMs; n++) {
    // All of them by turns, in a new order each time round.
    const name = n % names.length === 0 ? pickFrom(names, chance) : (names[n % names.length] ?? '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await TROUBLES[name]?.(pickFrom(instances, chance), chance, cluster);
    await rest(300 + chance(700));
  }
  return counts;
}
