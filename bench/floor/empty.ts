// A server that does nothing: it answers whatever comes with as many bytes as the path names (`/7000`). What the load
// generator reaches here is its own ceiling, so it does not even parse HTTP; a request must fit into one read.

import { type AddressInfo, createServer } from 'node:net';

const answers = new Map<string, Buffer>();

function answerOf(bytes: string): Buffer {
  const known = answers.get(bytes);
  if (known) return known;
  const made = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(Number(bytes))}`);
  answers.set(bytes, made);
  return made;
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', (chunk: Buffer) => {
    const bytes = /^\w+ \/(\d+) /.exec(chunk.toString('latin1', 0, 30))?.[1] ?? '0';
    socket.write(answerOf(bytes));
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Nothing is listening on http://127.0.0.1:${port}\n`);
});

process.once('SIGTERM', () => process.exit(0));
