// The one way out: a single HTTP request to a vetted address, within bounds. Redirects are never followed here.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { mayReach, parseAddress } from './address-guard.ts';

export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything together: names, connection, answer. */
  readonly deadlineMs: number;
  /** Of the answer's body; what comes after is not read. */
  readonly maxBytes: number;
  readonly allowPrivate: boolean;
  /** For tests of certificates of one's own. */
  readonly ca?: string;
}

export type Incoming =
  | { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string }
  | { readonly error: 'dns' | 'connect' | 'tls' | 'timeout' | 'target_blocked' };

export type Resolve = (host: string, timeoutMs: number) => Promise<readonly string[]>;

/** Never throws: a failure that is expected is a value. */
export async function sendOut(outgoing: Outgoing, resolve: Resolve): Promise<Incoming> {
  const url = new URL(outgoing.url);
  const startedMs = performance.now();
  const addresses = await addressesOf(url, resolve, outgoing.deadlineMs);
  if (addresses.length === 0) return { error: 'dns' };
  // Every answer is judged, not only the one we would use: a name that points inside even once is not to be trusted.
  if (!addresses.every((address) => mayReach(address, outgoing.allowPrivate))) return { error: 'target_blocked' };
  const leftMs = outgoing.deadlineMs - (performance.now() - startedMs);
  const [address] = addresses;
  if (leftMs <= 0 || address === undefined) return { error: 'timeout' };
  return exchange(url, address, outgoing, leftMs);
}

async function addressesOf(url: URL, resolve: Resolve, timeoutMs: number): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return parseAddress(host) ? [host] : resolve(host, timeoutMs);
}

function exchange(url: URL, address: string, outgoing: Outgoing, leftMs: number): Promise<Incoming> {
  return new Promise((settle) => {
    const isTls = url.protocol === 'https:';
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const request: ClientRequest = (isTls ? httpsRequest : httpRequest)({
      host: address, // the vetted one: nothing is resolved again
      port: url.port || (isTls ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      method: outgoing.method,
      headers: {
        ...outgoing.headers,
        host: url.host,
        ...(outgoing.body === undefined ? {} : { 'content-length': Buffer.byteLength(outgoing.body) }),
      },
      agent: false, // no pool, and no proxy from the environment
      ...(isTls ? { servername: isIP(name) ? '' : name, ...(outgoing.ca ? { ca: outgoing.ca } : {}) } : {}),
    });
    const finish = (result: Incoming) => {
      clearTimeout(timer);
      request.destroy();
      settle(result);
    };
    const timer = setTimeout(() => finish({ error: 'timeout' }), leftMs);
    request.on('error', (error: NodeJS.ErrnoException) => finish({ error: isTlsFault(error) ? 'tls' : 'connect' }));
    request.on('response', (response) => {
      const done = (body: string) => finish({ status: response.statusCode ?? 0, headers: response.headers, body });
      readAtMost(response, outgoing.maxBytes, done);
    });
    request.end(outgoing.body);
  });
}

/** Calls back once: at the end, at the bound, or when the other side breaks off; the status line was enough for success. */
function readAtMost(response: IncomingMessage, maxBytes: number, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = () => done(Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'));
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) end();
  });
  response.on('end', end);
  response.on('error', end);
}

function isTlsFault({ code = '', message }: NodeJS.ErrnoException): boolean {
  return (
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code) || /certificate|SSL/i.test(message)
  );
}
