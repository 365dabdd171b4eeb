// A real HTTP receiver of webhooks that answers as it is told.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status of the answers from now on; 0: none at all. */
  answerWith(status: number): void;
  /** The answer to those that have got none. */
  answerHeld(status: number): void;
  /** Ends when so many have come. */
  count(wanted: number): Promise<void>;
}

export async function givenReceiver(t: { after(clean: () => unknown): void }): Promise<Receiver> {
  const received: Received[] = [];
  const held: ServerResponse[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ headers: request.headers, body });
    if (status === 0) {
      held.push(response);
      return;
    }
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {});
    response.end(`answer ${status}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: (next) => {
      status = next;
    },
    answerHeld(status) {
      for (const response of held.splice(0)) response.writeHead(status).end();
    },
    async count(wanted) {
      await until(
        () => received.length >= wanted,
        () => `${wanted} webhooks come, and not ${received.length}`,
      );
    },
  };
}
