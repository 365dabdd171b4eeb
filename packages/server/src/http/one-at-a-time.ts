// One request at a time on a connection: a client that sends many ahead waits in its own line. Node takes in as many as are
// sent while none is answered, so a long line is not read on, and all lines together have a bound.

import type { Socket } from 'node:net';

/** Behind the one that is served; with more of them the connection is not read. */
const LONG = 16;
/** A few kilobytes each. What was read in one piece may be thousands. */
const MOST_IN_ALL = 10_000;

/** Serves it in its turn. What never had its turn when the connection ended, by either side, is left: no answer would reach it. */
export type OneAtATime = (socket: Socket, serve: () => Promise<void>) => void;

interface Line {
  end: Promise<void>;
  /** Those that are not answered yet. */
  open: number;
}

/** `serve` does not throw. */
export function makeOneAtATime(mostInAll = MOST_IN_ALL): OneAtATime {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  const begin = (socket: Socket): Line => {
    const line = { end: Promise.resolve(), open: 0 };
    lines.set(socket, line);
    // Node reads on after every answer.
    socket.on('resume', () => {
      if (line.open > LONG) socket.pause();
    });
    return line;
  };

  return (socket, serve) => {
    const line = lines.get(socket) ?? begin(socket);
    const isBehind = line.open > 0;
    if (!socket.writable) return; // an answer that was said to be the last may still be on its way
    if (isBehind && waiting >= mostInAll) {
      socket.destroy();
      return;
    }
    if (isBehind) waiting++;
    if (++line.open > LONG) socket.pause();
    line.end = line.end.then(async () => {
      if (isBehind) waiting--;
      if (!isBehind || socket.writable) await serve();
      if (--line.open === LONG) socket.resume();
    });
  };
}
