// One keep-alive connection, one request at a time. It reads no more of an answer than it must, so that the load
// generator costs little beside the servers it measures.

import { once } from 'node:events';
import { connect } from 'node:net';

export interface Connection {
  /** The status of the answer. Rejects when the connection ends first. */
  send(request: string): Promise<number>;
  /** What the last answer began with, for messages about answers that should not have come. */
  lastWords(): string;
  close(): void;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<number> | undefined;
  let head: Buffer = Buffer.alloc(0);
  let missing: number | undefined; // bytes of the body still to come; undefined before the head is whole
  let status = 0;

  const take = (chunk: Buffer) => {
    if (missing !== undefined) {
      missing -= chunk.length;
    } else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(END_OF_HEAD);
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1]);
      missing = length - (head.length - end - END_OF_HEAD.length);
    }
    if (missing === 0) waiting?.resolve(status);
  };
  const lose = () => waiting?.reject(new Error('The server closed the connection.'));
  socket.on('data', take);
  socket.on('error', lose);
  socket.on('close', lose);

  return {
    send(request) {
      head = Buffer.alloc(0);
      missing = undefined;
      waiting = Promise.withResolvers<number>();
      if (socket.destroyed) lose();
      else socket.write(request);
      return waiting.promise;
    },
    lastWords: () => head.toString('utf8', 0, 1000),
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}
