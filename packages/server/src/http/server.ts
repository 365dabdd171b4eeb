// The sockets: listens, keeps slow and oversized clients in bounds, writes answers, and closes in good order.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.ts';
import { once } from '../base/once.ts';
import { Problem } from '../base/problem.ts';
import type { Endpoint } from '../world/target.ts';
import type { World } from '../world/world.ts';
import type { Answer } from './answer.ts';
import { clientAddress } from './client-address.ts';
import { refuseAmbiguous } from './framing.ts';
import { openInTurn } from './in-turn.ts';
import { makeLinger } from './linger.ts';
import { openMetrics } from './metrics.ts';
import type { Mount } from './mount.ts';
import { makeOneAtATime } from './one-at-a-time.ts';
import { makePages, type Reports, SILENT } from './pages.ts';
import { problemAnswer, problemOf } from './problem-json.ts';
import { requestIds } from './request-ids.ts';

const MAX_URL_LENGTH = 8192;
/** How long a client may take to send its headers, the whole of its request, and to read a piece of an answer. */
const PATIENCE = { headersMs: 10_000, requestMs: 30_000, unreadMs: 30_000 };
/** How long requests under way may go on after SIGTERM. */
const GRACE_MS = 10_000;

const ENDED_AT_ONCE = 32;
/** So long a stream goes on before the others have their turn. */
const TURN_MS = 10;

/** On every answer: nothing here is for frames, caches or guessing readers. */
const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export interface Listening {
  readonly port: number;
  readonly sockets: readonly Endpoint[];
  close(): Promise<void>;
}

/** The first word of a path, and who answers below it; everything else is a page. */
export type Mounts = Readonly<Record<string, Mount>>;

export interface DoorOptions {
  readonly patience?: typeof PATIENCE;
  /** What the rooms behind have to say on pages of the operator. */
  readonly reports?: Reports;
}

export async function listen(
  app: App,
  mounts: Mounts,
  { patience = PATIENCE, reports = SILENT }: DoorOptions = {},
): Promise<Listening> {
  const metrics = openMetrics(app.calls);
  const pages = makePages(app, metrics, reports);
  const linger = makeLinger(app.world);
  const inTurn = openInTurn();
  const newRequestId = requestIds(app.world);
  let closing = false;
  /** Requests that stay until they are told to end. */
  const staying = new Set<AbortController>();

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const startedMs = performance.now();
    const request_id = newRequestId();
    let operation = 'none';
    let answer: Answer;
    try {
      answer = await answerTo(message, response, request_id, (name) => {
        operation = name;
      });
    } catch (error) {
      if (!(error instanceof Problem)) {
        app.world.log('error', 'http.failed', {
          request_id,
          operation,
          reason: (error as Error)?.stack ?? String(error),
        });
      }
      answer = problemAnswer(problemOf(error), request_id);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    metrics.observe(operation, answer.status, seconds);
    if (app.config.logLevel === 'debug') {
      const client = clientAddress(message, app.config.trustedProxies);
      app.world.log('debug', 'http.answered', { request_id, operation, status: answer.status, seconds, client });
    }
    if (!closing) await linger(message.socket, answer.status);
    const extra = { 'x-request-id': request_id, ...(closing ? { connection: 'close' } : {}) };
    await write(response, answer, extra, { unreadMs: patience.unreadMs, world: app.world });
    const isLast = closing || answer.headers?.['connection'] === 'close';
    if (isLast) message.socket.end(); // a stream's headers may have left before there was a word of it
  };

  const answerTo = async (
    message: IncomingMessage,
    response: ServerResponse,
    request_id: string,
    named: (operation: string) => void,
  ) => {
    refuseAmbiguous(message);
    const url = originForm(message.url ?? '/');
    if (url.length > MAX_URL_LENGTH) throw new Problem('uri_too_long');
    const [path = '/', ...rest] = url.split('?');
    const [, word = '', below = ''] = /^\/+([^/]*)(.*)$/s.exec(path) ?? [];
    const mount = Object.hasOwn(mounts, word) ? mounts[word] : undefined;
    if (!mount) return pages.answer(message.method ?? 'GET', path, message.headers);
    const { authorization, cookie } = message.headers;
    await inTurn.wait(authorization ?? cookie ?? clientAddress(message, app.config.trustedProxies));
    const gone = once(() => endingOf(response).signal);
    const signal = once(() => {
      const ending = endingOf(response);
      staying.add(ending);
      response.on('close', () => staying.delete(ending));
      if (closing) ending.abort();
      return ending.signal;
    });
    const proceed = () => {
      if (asksFirst(message)) response.writeContinue();
    };
    return mount.answer({ message, request_id, path: below, search: rest.join('?'), signal, gone, proceed }, named);
  };

  const options = {
    requireHostHeader: false, // answered above, as problem+json
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: Math.min(1000, patience.headersMs),
    keepAliveTimeout: 65_000, // longer than the usual proxy keeps an idle connection
  };
  const oneAtATime = makeOneAtATime();
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    oneAtATime(message.socket, () =>
      serve(message, response).catch((error: unknown) => {
        app.world.log('warn', 'http.not_written', { reason: String(error) }); // the other side is gone
        response.destroy();
      }),
    );
  };
  const { host, port } = app.config;
  const servers: Server[] = [];
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer(options, listener);
    server.maxHeadersCount = 0; // their size bounds them; the default drops the 2001st in silence
    server.on('checkExpectation', listener);
    server.on('checkContinue', listener); // the word to go on is given when the body is wanted, or never
    server.on('clientError', (error, socket) => refuseBytes(error, socket as Socket, newRequestId()));
    const taken = servers[0] ? portOf(servers[0]) : port; // with port 0 both addresses get the same one
    if (await opened(server, taken, address, servers.length > 0)) servers.push(server);
  }
  const [first] = servers;
  if (!first) throw new Error('Nothing is listening.');

  return {
    port: portOf(first),
    sockets: servers.map((server) => server.address() as AddressInfo),
    async close() {
      closing = true;
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const server of servers) server.closeIdleConnections();
      for (const [index, ending] of [...staying].entries()) {
        ending.abort();
        if (index % ENDED_AT_ONCE === 0) await app.world.sleep(0); // each has an answer to write
      }
      const allClosed = new AbortController();
      const tooLong = app.world.sleep(GRACE_MS, allClosed.signal).then(() => {
        for (const server of servers) server.closeAllConnections();
      });
      await Promise.race([Promise.all(closed), tooLong]);
      allClosed.abort();
      metrics.close();
    },
  };
}

const NO_ADDRESS = 'HOST is an address of this machine; 0.0.0.0 means all of them, localhost this machine alone.';
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program has the port, perhaps another Countersign: end it, or take another port (PORT).',
  EACCES: 'Not everyone may have this port: take one above 1023 (PORT).',
  EADDRNOTAVAIL: NO_ADDRESS,
  ENOTFOUND: NO_ADDRESS,
};

/** False when an optional address (::1 where there is no IPv6) cannot be had. */
function opened(server: Server, port: number, address: string, optional: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (optional && error.code !== 'EADDRINUSE') resolve(false);
      else
        reject(
          new Error(
            `Cannot listen on ${address} port ${port}: ${error.code}. ${WHAT_TO_DO[error.code ?? ''] ?? ''}`.trim(),
          ),
        );
    });
    server.listen({ port, host: address, exclusive: true }, () => resolve(true));
  });
}

/** `GET http://host/path` means the same as `GET /path`. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Whether the client keeps its body back until it is told to go on. */
function asksFirst({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && /100-continue/i.test(headers.expect ?? '');
}

/** Given when the connection ends before the answer does. */
function endingOf(response: ServerResponse): AbortController {
  const ending = new AbortController();
  response.on('close', () => ending.abort());
  if (response.destroyed) ending.abort(); // it ended while the key was looked up
  return ending;
}

/** Ends when the answer has left, or the client has not taken any of it for too long. */
async function write(
  response: ServerResponse,
  answer: Answer,
  extra: Readonly<Record<string, string>>,
  { unreadMs, world }: { readonly unreadMs: number; readonly world: World },
): Promise<void> {
  const { status, headers, body = '' } = answer;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { ...ALWAYS, ...headers, ...length, ...extra });
    response.end(body);
    if (response.writableLength > 0) await flushed(response, unreadMs);
    return;
  }
  response.setTimeout(unreadMs, () => response.destroy());
  response.writeHead(status, { ...ALWAYS, ...headers, ...extra });
  response.flushHeaders(); // the first piece may be long in coming
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.from(breathing(body, world), { highWaterMark: 1 }), response).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // the client has heard enough
    },
  );
}

/** A socket that is read as fast as it is filled never makes anyone wait, and then nobody else has a turn. */
async function* breathing(body: AsyncIterable<string>, world: World): AsyncGenerator<string> {
  let sinceMs = performance.now();
  for await (const piece of body) {
    yield piece;
    if (performance.now() - sinceMs < TURN_MS) continue;
    await world.sleep(0);
    sinceMs = performance.now();
  }
}

async function flushed(response: ServerResponse, unreadMs: number): Promise<void> {
  response.setTimeout(unreadMs, () => response.destroy());
  await new Promise<void>((resolve) => {
    response.once('finish', resolve);
    response.once('close', resolve);
  });
}

const BYTES_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem('headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('timeout'),
};

const refused = new WeakSet<Socket>();

/** What never became a request still gets an answer of the usual form. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, request_id: string): void {
  // Every further piece is an error again. To close now would reset the connection before the answer is read.
  if (refused.has(socket) && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = BYTES_PROBLEMS[error.code ?? ''] ?? new Problem('validation_failed', { detail: 'This is not HTTP.' });
  const { status, headers, body } = problemAnswer(problem, request_id);
  const all = {
    ...ALWAYS,
    ...headers,
    'x-request-id': request_id,
    'content-length': Buffer.byteLength(String(body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  refused.add(socket);
  socket.end(`HTTP/1.1 ${status} ${problem.code}\r\n${lines.join('')}\r\n${body}`);
}
