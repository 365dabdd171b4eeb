// HTTP as it is on the wire: answers by their text, refusals by their form, and bytes that no client library would send.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PROBLEMS, ProblemBody, type ProblemCode } from '@countersign/contract';
import { issuesOf } from '../../src/base/validate.ts';
import { fetchListed } from './fetch-listed.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as JSON unless the headers say otherwise. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** One request by fetch. A body that is a string or bytes is sent as it stands. */
export async function call(method: string, url: string, { key, headers, body }: Call = {}): Promise<Answer> {
  const response = await fetchListed(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const endless = response.headers.get('content-type') === 'text/event-stream';
  const text = endless ? await firstPart(response) : await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** Of an answer that does not end by itself. */
async function firstPart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** What must be in no refusal: a stack, a statement, a path, an address, a key. */
const LEAKS = [
  /\bat \S+ \(/,
  /\.[cm]?[jt]s:\d/,
  /node:|node_modules/,
  /\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA|SQLITE)\b/i,
  /\/(home|tmp|work|usr|var)\//,
  /127\.0\.0\.1|::1/,
  /csk_[A-Za-z0-9_-]{4}/,
  /whsec_/,
];

/** Holds a refusal against the one form that all of them have, and gives its body. */
export function assertProblem(answer: Answer, code: ProblemCode): ProblemBody {
  const { status, title } = PROBLEMS[code];
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  const body = JSON.parse(answer.text) as ProblemBody;
  assert.deepEqual(issuesOf(ProblemBody, body), []);
  assert.partialDeepStrictEqual(body, { type: `/docs/errors#${code}`, title, status, error: code });
  assert.match(body.request_id, /^req_[0-9a-z]{26}$/);
  assert.equal(answer.headers.get('x-request-id'), body.request_id);
  assert.equal(answer.headers.get('www-authenticate'), code === 'unauthenticated' ? 'Bearer' : null);
  for (const leak of LEAKS) assert.doesNotMatch(answer.text, leak);
  return body;
}

export interface Wire {
  /** Settles when the bytes have left this process. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** The next answer, whole. Fails when the connection ends before it does. */
  answer(): Promise<Answer>;
  /** Settles when the connection is over. After a reset, bytes that were on their way may be lost. */
  ended(): Promise<'closed' | 'reset'>;
  close(): void;
}

export async function dial(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const changes = new EventTarget();
  const changed = () => once(changes, 'change');
  let received: Buffer[] = [];
  let isOver = false;
  let isReset = false;
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    changes.dispatchEvent(new Event('change'));
  });
  socket.on('error', () => {
    isReset = true;
  });
  socket.on('close', () => {
    isOver = true;
    changes.dispatchEvent(new Event('change'));
  });
  await once(socket, 'connect');

  return {
    send: (bytes) => new Promise((resolve) => void socket.write(bytes, () => resolve())),
    async answer() {
      for (let enough = 0; ; await changed()) {
        const length = received.reduce((sum, chunk) => sum + chunk.length, 0);
        if (length < enough && !isOver) continue; // put together once: an answer may have megabytes
        const bytes = Buffer.concat(received);
        const { answer, end } = firstAnswer(bytes);
        received = [answer ? bytes.subarray(end) : bytes];
        if (answer) return answer;
        if (isOver) throw new Error(`The connection ended after: ${bytes.toString()}`);
        enough = end;
      }
    },
    async ended() {
      while (!isOver) await changed();
      return isReset ? 'reset' : 'closed';
    },
    close: () => socket.destroy(),
  };
}

/** The answer at the beginning of the bytes, if it is whole, and where it ends, as far as that can be told. */
function firstAnswer(bytes: Buffer): { readonly answer?: Answer; readonly end: number } {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return { end: bytes.length + 1 };
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  const bodyStart = headEnd + 4;
  const end = bodyStart + Number(headers.get('content-length') ?? 0);
  if (bytes.length < end) return { end };
  const status = Number(statusLine.split(' ')[1]);
  return { answer: { status, headers, text: bytes.subarray(bodyStart, end).toString() }, end };
}
