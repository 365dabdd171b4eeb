// Reads a request's JSON body, within bounds, before anything is made of it.

import type { IncomingMessage } from 'node:http';
import { JsonTextError, MemberTooLargeError, type ParsedJson, parseJson } from '../base/json-text.ts';
import { invalid, Problem } from '../base/problem.ts';
import { checkText } from '../base/validate.ts';
import { enterRoom } from './body-room.ts';

/** The largest legal action: 262,144 escaped surrogate pairs of 12 bytes, and the payload. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** For operations that carry no content. */
export const MAX_SMALL_BODY_BYTES = 64 * 1024;

/** Past this we stop listening to someone who goes on sending after we have said no. */
const MAX_IGNORED_BYTES = 16 * 1024 * 1024;

export const NOTHING: ParsedJson = { value: {}, length: 0, sourceOf: () => undefined };

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Reading {
  proceed(): void;
  readonly maxBytes: number;
  /** Whose room it takes: the id of a caller, or `STRANGERS`. */
  readonly who: string;
  /** The body must say that it is JSON. */
  readonly typed: boolean;
}

export async function readJson(request: IncomingMessage, reading: Reading): Promise<ParsedJson> {
  const text = await readText(request, reading);
  if (text === '') return NOTHING;
  const parsed = parse(text);
  // Raw bytes cannot hold either: only an escape can bring in U+0000 or half of a surrogate pair.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) checkText(parsed.value);
  return parsed;
}

/** The bytes as they came: for what is signed by someone else. */
export async function readRaw(
  request: IncomingMessage,
  { proceed, maxBytes, who }: Omit<Reading, 'typed'>,
): Promise<Uint8Array> {
  refuseTooLarge(request, maxBytes);
  proceed();
  return readBytes(request, maxBytes, who);
}

/** What the headers alone forbid is refused before `proceed`, and so before any of the body need be sent. */
export async function readText(request: IncomingMessage, { proceed, maxBytes, who, typed }: Reading): Promise<string> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return '';
  refuseTooLarge(request, maxBytes);
  checkMediaType(request, typed);
  proceed();
  const bytes = await readBytes(request, maxBytes, who);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed_json', { detail: 'The body is not UTF-8.' });
  }
}

function refuseTooLarge(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes) return;
  ignoreRest(request);
  throw tooLarge(maxBytes);
}

function parse(text: string): ParsedJson {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof MemberTooLargeError) throw invalid('payload', error.message.replace(/^payload: /, ''));
    if (error instanceof JsonTextError) throw new Problem('malformed_json', { detail: error.message });
    throw error;
  }
}

/** `typed`: it must say that it is JSON; else saying nothing is as good. */
function checkMediaType(request: IncomingMessage, typed: boolean): void {
  const { 'content-type': type = typed ? '' : 'application/json', 'content-encoding': encoding } = request.headers;
  const isJson = /^application\/json\s*(;|$)/i.test(type) && !/;\s*charset=(?!"?utf-?8)/i.test(type);
  if (!isJson || (encoding !== undefined && encoding.toLowerCase() !== 'identity')) {
    throw new Problem('unsupported_media_type', { detail: 'Send application/json, without a content encoding.' });
  }
}

function readBytes(request: IncomingMessage, maxBytes: number, who: string): Promise<Buffer> {
  const place = enterRoom(who);
  let length = 0;
  const read = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (!place.take(chunk.length)) {
        request.off('data', take);
        ignoreRest(request);
        reject(new Problem('unavailable', { detail: 'Too many large requests at once. Nothing was changed.' }));
      } else if (length > maxBytes) {
        request.off('data', take);
        ignoreRest(request);
        reject(tooLarge(maxBytes));
      } else {
        chunks.push(chunk);
      }
    };
    request.on('data', take);
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const leave = () => reject(new Problem('timeout')); // gone before the end; nobody reads this answer
    request.on('error', leave);
    request.on('close', () => {
      if (!request.complete) leave();
    });
    if (request.destroyed) leave(); // gone while the key was looked up: no event will tell
  });
  return read.finally(() => place.leave());
}

/** Lets the sender finish, so that it reads our answer instead of a reset; but not without end. */
function ignoreRest(request: IncomingMessage): void {
  let ignored = 0;
  request.on('data', (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > MAX_IGNORED_BYTES) request.destroy();
  });
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('too_large', { detail: `A body may have ${maxBytes} bytes here.` });
}
