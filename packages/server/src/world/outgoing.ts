// The one way out: a single HTTP request to a vetted address, within bounds. Redirects are never followed here.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Resolve } from './names.ts';
import { hostOf, type Ourselves, portOf, vetTarget } from './target.ts';
import { type Cut, type Unpacked, unpack } from './unpack.ts';

export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For everything together: names, connection, answer. */
  readonly deadlineMs: number;
  /** Of the answer's body; what comes after is not read. */
  readonly maxBytes: number;
  /** The body comes as bytes, freed of its content encoding, and `maxBytes` counts what comes out of that. */
  readonly unpack?: true;
  /** With `unpack`: the beginning of what is larger than `maxBytes` is wanted too, however large it says it is. */
  readonly beginning?: true;
  /** Within the deadline: until there is a connection, and until the answer begins. */
  readonly patience?: { readonly connectMs: number; readonly firstByteMs: number };
  readonly allowPrivate: boolean;
  /** Filled in by boot for everyone: no request leads back to this server. */
  readonly ourselves?: Ourselves;
  /** Ends it early, as the deadline would. */
  readonly signal?: AbortSignal;
  /** For tests of certificates of one's own. */
  readonly ca?: string;
}

export type Incoming =
  | {
      readonly status: number;
      readonly headers: IncomingMessage['headers'];
      readonly body: string;
      /** Instead of `body`, when it was to be unpacked. */
      readonly bytes?: Buffer;
      /** False when the body was cut: at the bound, at the deadline, or by the other side. */
      readonly whole: boolean;
      /** Why an unpacked body was cut, when it was our doing: too large, or not to be unpacked. */
      readonly cut?: Cut;
    }
  | {
      readonly error: 'dns' | 'connect' | 'tls' | 'timeout' | 'target_blocked';
      /** With `connect`: it answered, with something that is not to be read as HTTP. */
      readonly garbled?: true;
    };

/** A name server that is silent must leave time for the rest. */
const RESOLVE_MS = 5000;
/** A host may have any number of addresses; all are judged, and so many are tried. */
const MAX_ADDRESSES = 6;

/** Answers before the answer, such as 103. */
const MAX_HINTS = 10;

/**
 * Of a page or a feed: the web has ends of lines that are half, lengths beside chunks, and headers of more than Node's 16 KB.
 * What follows an answer on its connection is never read, so nothing can be smuggled there.
 */
const AS_BROWSERS_READ = { insecureHTTPParser: true, maxHeaderSize: 65_536 };

/** Never throws: a failure that is expected is a value. */
export async function sendOut(outgoing: Outgoing, resolve: Resolve): Promise<Incoming> {
  if (!URL.canParse(outgoing.url)) return { error: 'target_blocked' };
  const url = new URL(outgoing.url);
  const { allowPrivate, ourselves, deadlineMs, signal } = outgoing;
  const startedMs = performance.now();
  const timeoutMs = Math.min(RESOLVE_MS, deadlineMs);
  const vetted = await vetTarget(url, { resolve, timeoutMs, allowPrivate, ourselves });
  if ('error' in vetted) return vetted;
  const leftMs = deadlineMs - (performance.now() - startedMs);
  if (leftMs <= 0 || signal?.aborted) return { error: 'timeout' };
  return exchange(url, vetted.addresses, outgoing, leftMs);
}

function exchange(url: URL, addresses: readonly string[], outgoing: Outgoing, leftMs: number): Promise<Incoming> {
  return new Promise((settle) => {
    const isTls = url.protocol === 'https:';
    const name = hostOf(url);
    const request: ClientRequest = (isTls ? httpsRequest : httpRequest)({
      host: name,
      lookup: onlyTo(addresses), // Node tries them one after another: a family may be broken on one of the sides
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      method: outgoing.method,
      headers: {
        ...outgoing.headers,
        host: url.host,
        ...(outgoing.body === undefined ? {} : { 'content-length': Buffer.byteLength(outgoing.body) }),
      },
      agent: false, // no pool, and no proxy from the environment
      ...(outgoing.unpack ? AS_BROWSERS_READ : {}),
      ...(isTls ? { servername: isIP(name) ? '' : name, ...(outgoing.ca ? { ca: outgoing.ca } : {}) } : {}),
    });
    let answered: Answered | undefined;
    const finish = (result: Incoming) => {
      for (const timer of timers) clearTimeout(timer);
      outgoing.signal?.removeEventListener('abort', stop);
      request.destroy();
      settle(result);
    };
    // A status line is an answer, whatever becomes of the rest.
    const fail = (error: 'connect' | 'tls' | 'timeout') => finish(answered ? answered.sofar() : { error });
    const stop = () => fail('timeout');
    const timers = [setTimeout(stop, leftMs)];
    const { patience } = outgoing;
    if (patience) {
      const connecting = setTimeout(stop, patience.connectMs);
      const beginning = setTimeout(stop, patience.firstByteMs);
      request.on('socket', (socket) => socket.once('connect', () => clearTimeout(connecting)));
      request.on('response', () => clearTimeout(beginning));
      timers.push(connecting, beginning);
    }
    outgoing.signal?.addEventListener('abort', stop);
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (!answered && isGarbled(error)) finish({ error: 'connect', garbled: true });
      else fail(isTlsFault(error) ? 'tls' : 'connect');
    });
    request.on('close', () => {
      if (!answered?.settling()) fail('connect');
    });
    let hints = 0;
    request.on('information', () => {
      if (++hints > MAX_HINTS) fail('connect'); // they cost us time and tell us nothing
    });
    request.on('response', (response) => {
      answered = (outgoing.unpack ? unpackAtMost : readAtMost)(response, outgoing, finish);
    });
    request.end(outgoing.body);
  });
}

/** Names were resolved and judged before; whatever asks now gets those addresses and no others. */
function onlyTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

interface Answered {
  sofar(): Incoming;
  /** Everything came over the line, and something is still being made of it. */
  settling(): boolean;
}

/** Calls back at the end, at the bound, or when the other side breaks off. */
function readAtMost(response: IncomingMessage, { maxBytes }: Outgoing, done: (answer: Incoming) => void): Answered {
  const chunks: Buffer[] = [];
  let length = 0;
  const answer = (whole: boolean): Incoming => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
    whole,
  });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) done(answer(false));
  });
  response.on('end', () => done(answer(response.complete)));
  response.on('error', () => done(answer(false)));
  return { sofar: () => answer(false), settling: () => false };
}

function unpackAtMost(response: IncomingMessage, wanted: Outgoing, done: (answer: Incoming) => void): Answered {
  const answer = ({ bytes, whole, cut }: Unpacked): Incoming => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: '',
    bytes,
    whole,
    ...(cut ? { cut } : {}),
  });
  const unpacking = unpack(response, wanted, (unpacked) => done(answer(unpacked)));
  return { sofar: () => answer(unpacking.sofar()), settling: () => response.complete };
}

/** By Node's parser. What ends too early is its own kind: the line broke. */
function isGarbled({ code = '' }: NodeJS.ErrnoException): boolean {
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
}

function isTlsFault({ code = '', message }: NodeJS.ErrnoException): boolean {
  return (
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code) || /certificate|SSL/i.test(message)
  );
}
