// The floor's HTTP: node:http as it comes, five requests told apart by hand.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyRow } from '../../packages/server/src/storage/schema.ts';
import { callerOf } from './caller.ts';
import { create } from './create.ts';
import { decide } from './decide.ts';
import { readKnown, readOne, readPage } from './read.ts';
import type { FloorStorage } from './storage.ts';

const ACTIONS = '/v1/actions';
const KNOWN = `${ACTIONS}?ids=`;

export function answering(storage: FloorStorage) {
  return (message: IncomingMessage, response: ServerResponse): void => {
    answer(storage, message)
      .then((text) => send(response, message.method === 'POST' && message.url === ACTIONS ? 201 : 200, text))
      .catch((error: unknown) => send(response, 500, JSON.stringify({ error: String(error) })));
  };
}

async function answer(storage: FloorStorage, message: IncomingMessage): Promise<string> {
  const { method, url = '' } = message;
  const caller = await callerOf(storage, message.headers.authorization);
  return method === 'POST' ? post(storage, caller, url, await bodyOf(message)) : get(storage, caller, url);
}

function get(storage: FloorStorage, caller: KeyRow, url: string): Promise<string> {
  if (url === ACTIONS) return readPage(storage, caller);
  if (url.startsWith(KNOWN)) return readKnown(storage, caller, url.slice(KNOWN.length).split(',').filter(Boolean));
  return readOne(storage, caller, url.slice(ACTIONS.length + 1));
}

function post(storage: FloorStorage, caller: KeyRow, url: string, body: unknown): Promise<string> {
  if (url === ACTIONS) return create(storage, caller, body);
  return decide(storage, caller, url.slice(ACTIONS.length + 1, -'/decision'.length), body);
}

function bodyOf(message: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    message.on('error', reject);
  });
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
