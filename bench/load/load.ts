// Load on one server: many connections, each sending its next request as soon as the last is answered.

import { performance } from 'node:perf_hooks';
import { type Connection, openConnection } from './connection.ts';

const CONNECTIONS = 64;

export interface Target {
  readonly server: { readonly port: number; cpuMs(): number };
  /** The next request, or undefined when there are no more. */
  next(): string | undefined;
  readonly expected: number;
  /** Ends when the server has done what it put off during a round, so that the next contender has the machine to itself. */
  rest?(): Promise<void>;
}

export interface Round {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  /** The share of the round in which this process, the load generator, was busy. */
  readonly busy: number;
  /** What the server's process used. */
  readonly cpuMs: number;
}

/** Ends after so many seconds or requests, whichever comes first. */
export interface Bound {
  readonly seconds: number;
  readonly requests?: number | undefined;
}

export async function load(target: Target, { seconds, requests = Infinity }: Bound): Promise<Round> {
  const connections: Connection[] = [];
  for (let count = 0; count < CONNECTIONS; count++) connections.push(await openAccepted(target.server.port));
  const latenciesMs: number[] = [];
  let left = requests;
  const cpuMs = target.server.cpuMs();
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
    cpuMs: target.server.cpuMs() - cpuMs,
  };
}

/** Node accepts one connection per turn of its loop; under load the last would wait for seconds. So before it. */
async function openAccepted(port: number): Promise<Connection> {
  const connection = await openConnection(port);
  await connection.send('GET / HTTP/1.1\r\nhost: bench\r\n\r\n');
  return connection;
}
