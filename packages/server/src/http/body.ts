// Reads a request's JSON body, within bounds, before anything is made of it.

import type { IncomingMessage } from 'node:http';
import { JsonTextError, type ParsedJson, parseJson } from '../base/json-text.ts';
import { Problem } from '../base/problem.ts';
import { checkText } from '../base/validate.ts';

/** The largest legal action: 262,144 escaped surrogate pairs of 12 bytes, and the payload. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Past this we stop listening to someone who goes on sending after we have said no. */
const MAX_IGNORED_BYTES = 16 * 1024 * 1024;

const NOTHING: ParsedJson = { value: {}, sourceOf: () => undefined };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the headers alone forbid is refused before `proceed`, and so before any of the body need be sent. */
export async function readJson(request: IncomingMessage, proceed: () => void): Promise<ParsedJson> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return NOTHING;
  if (Number(length ?? 0) > MAX_BODY_BYTES) {
    ignoreRest(request);
    throw tooLarge();
  }
  checkMediaType(request);
  proceed();
  const bytes = await readBytes(request);
  if (bytes.length === 0) return NOTHING;
  const { text, parsed } = parse(bytes);
  // Raw bytes cannot hold either: only an escape can bring in U+0000 or half of a surrogate pair.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) checkText(parsed.value);
  return parsed;
}

function parse(bytes: Buffer): { text: string; parsed: ParsedJson } {
  try {
    const text = utf8.decode(bytes);
    return { text, parsed: parseJson(text) };
  } catch (error) {
    const detail = error instanceof JsonTextError ? error.message : 'The body is not UTF-8.';
    throw new Problem('malformed_json', { detail });
  }
}

function checkMediaType(request: IncomingMessage): void {
  const { 'content-type': type = 'application/json', 'content-encoding': encoding } = request.headers;
  const isJson = /^application\/json\s*(;|$)/i.test(type) && !/;\s*charset=(?!"?utf-?8)/i.test(type);
  if (!isJson || (encoding !== undefined && encoding.toLowerCase() !== 'identity')) {
    throw new Problem('unsupported_media_type', { detail: 'Send application/json, without a content encoding.' });
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) {
        request.off('data', take);
        ignoreRest(request);
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    };
    request.on('data', take);
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const leave = () => reject(new Problem('timeout')); // gone before the end; nobody reads this answer
    request.on('error', leave);
    request.on('close', leave);
    if (request.destroyed) leave(); // gone while the key was looked up: no event will tell
  });
}

/** Lets the sender finish, so that it reads our answer instead of a reset; but not without end. */
function ignoreRest(request: IncomingMessage): void {
  let ignored = 0;
  request.on('data', (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > MAX_IGNORED_BYTES) request.destroy();
  });
}

function tooLarge(): Problem {
  return new Problem('too_large', { detail: `A body may have ${MAX_BODY_BYTES} bytes.` });
}
