// Load on one server: many connections, each sending its next request as soon as the last is answered.

import { performance } from 'node:perf_hooks';
import { type Connection, openConnection } from './connection.ts';

export const CONNECTIONS = 64;

export interface Target {
  readonly port: number;
  /** The next request, or undefined when there are no more. */
  next(): string | undefined;
  readonly expected: number;
}

export interface Round {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  /** The share of the round in which this process, the load generator, was busy. */
  readonly busy: number;
}

/** Ends after so many seconds or requests, whichever comes first. */
export interface Bound {
  readonly seconds: number;
  readonly requests?: number | undefined;
}

export async function load(target: Target, { seconds, requests = Infinity }: Bound): Promise<Round> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(target.port)));
  const latenciesMs: number[] = [];
  let left = requests;
  const utilization = performance.eventLoopUtilization();
  const startedMs = performance.now();
  const untilMs = startedMs + seconds * 1000;

  const work = async (connection: Connection) => {
    while (performance.now() < untilMs && left-- > 0) {
      const request = target.next();
      if (request === undefined) return;
      const sentMs = performance.now();
      const status = await connection.send(request);
      latenciesMs.push(performance.now() - sentMs);
      if (status !== target.expected) throw new Error(`Not ${target.expected} but:\n${connection.lastWords()}`);
    }
  };
  try {
    await Promise.all(connections.map(work));
  } finally {
    for (const connection of connections) connection.close();
  }
  const tookSeconds = (performance.now() - startedMs) / 1000;
  return {
    perSecond: latenciesMs.length / tookSeconds,
    latenciesMs,
    busy: performance.eventLoopUtilization(utilization).utilization,
  };
}
