// A server that answers each request as the test has written down, and keeps what it was sent.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROBLEMS, type ProblemCode } from '@countersign/contract';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `hang-up`: the connection is closed without an answer. `silence`: nothing at all happens. */
export type Line = Answer | 'hang-up' | 'silence';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Script {
  readonly url: string;
  readonly seen: readonly Seen[];
}

/** After the last line, it is repeated. */
export async function givenScript(t: { after(clean: () => void): void }, lines: readonly Line[]): Promise<Script> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const line = lines[Math.min(seen.length, lines.length - 1)];
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    if (line === 'silence') return;
    if (line === undefined || line === 'hang-up') {
      request.socket.destroy();
      return;
    }
    response.writeHead(line.status, { 'content-type': 'application/json', ...line.headers });
    response.end(line.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export function answered(body: unknown, status = 200): Answer {
  return { status, body: JSON.stringify(body) };
}

export function refused(code: ProblemCode, more: Readonly<Record<string, unknown>> = {}, retryAfter?: number): Answer {
  const { status, title } = PROBLEMS[code];
  const body = { type: `/docs/errors#${code}`, title, status, error: code, request_id: 'req_1', ...more };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify(body),
  };
}
