// A real HTTP server that stands for a platform: keeps what it is sent, and answers as it is told.

import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
  /** What the body has there: `items.0.action.id`. */
  get(path: string): unknown;
}

export interface PlatformAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Platform {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** How it answers from now on. */
  says(answer: Says): void;
  forget(): void;
  close(): void;
}

type Says = (heard: Heard) => PlatformAnswer | Promise<PlatformAnswer>;

export async function startPlatform(answer: Says = () => ({})): Promise<Platform> {
  const heard: Heard[] = [];
  let says = answer;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text,
      body,
      get: (path: string) => pick(body, path),
    };
    heard.push(one);
    const { status = 200, headers = {}, body: answer = 'ok' } = await says(one);
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    says: (next) => {
      says = next;
    },
    forget: () => {
      heard.length = 0;
      says = answer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pick(value: unknown, path: string): unknown {
  return path.split('.').reduce((from, name) => (from as Record<string, unknown> | undefined)?.[name], value);
}
