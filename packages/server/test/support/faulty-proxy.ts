// A TCP proxy that stands before the database and does to connections what networks do.

import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `forward`: as it should be. `hold`: a partition; what is sent arrives when it is over. `swallow`: the other side is gone
 * without a word, and what is sent is lost. `refuse`: connections end at once, old and new.
 */
export type Weather = 'forward' | 'hold' | 'swallow' | 'refuse';

export interface FaultyProxy {
  readonly port: number;
  /** From now on, on all connections. */
  become(weather: Weather): void;
  /** How many came while it refused. */
  refused: number;
  /** Each way. */
  delayMs: number;
  /** What becomes of the next COMMIT, and of all after it. */
  onCommit: 'forward' | 'forward, then cut' | 'cut';
  /** Ends every connection with a reset; new ones are welcome. */
  cutAll(): void;
  close(): void;
}

interface Pair {
  readonly client: Socket;
  readonly database: Socket;
}

export async function openProxy(target: number): Promise<FaultyProxy> {
  const pairs = new Set<Pair>();
  const orphans = new Set<Socket>();
  let weather: Weather = 'forward';

  const server: Server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    const pair = { client, database };
    pairs.add(pair);
    const cut = () => cutPair(pair);
    const ended = (other: Socket) => () => {
      pairs.delete(pair);
      if (weather === 'swallow')
        orphans.add(other); // nobody is told that the other is gone
      else other.destroy();
    };
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      if (weather === 'hold') socket.pause();
    }
    client.on('data', (bytes: Buffer) => {
      const isCommit = bytes.includes('COMMIT');
      if (isCommit && proxy.onCommit === 'cut') return cut();
      if (isCommit && proxy.onCommit === 'forward, then cut') {
        database.removeAllListeners('data');
        database.once('data', () => cut());
      }
      pass(database, bytes);
    });
    database.on('data', (bytes: Buffer) => pass(client, bytes));
    client.on('close', ended(database));
    database.on('close', ended(client));
    if (weather === 'refuse') {
      proxy.refused++;
      cut();
    }
  });

  const pass = (to: Socket, bytes: Buffer) => {
    if (weather === 'swallow') return;
    const write = () => {
      if (weather !== 'swallow' && to.writable) to.write(bytes);
    };
    if (proxy.delayMs > 0)
      setTimeout(write, proxy.delayMs); // timers of one length fire in order
    else write();
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultyProxy = {
    port: (server.address() as { port: number }).port,
    refused: 0,
    delayMs: 0,
    onCommit: 'forward',
    become(next) {
      weather = next;
      for (const pair of pairs) {
        for (const socket of [pair.client, pair.database]) {
          if (next === 'hold') socket.pause();
          else socket.resume();
        }
        if (next === 'refuse') cutPair(pair);
      }
    },
    cutAll() {
      for (const pair of pairs) cutPair(pair);
    },
    close() {
      for (const pair of pairs) cutPair(pair);
      for (const socket of orphans) socket.destroy();
      server.close();
    },
  };
  return proxy;
}

function cutPair({ client, database }: Pair): void {
  client.resetAndDestroy();
  database.resetAndDestroy();
}
