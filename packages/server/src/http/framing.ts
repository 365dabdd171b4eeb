// Requests that a proxy before us may read in another way than we do, by where they end or for whom they are. RFC 9112 demands
// that they are refused; and what follows them on the connection is not believed.

import type { IncomingMessage } from 'node:http';
import { Problem } from '../base/problem.ts';

export function refuseAmbiguous(message: IncomingMessage): void {
  const { headers, httpVersion } = message;
  const isOld = httpVersion === '1.0';
  if (headers.host === undefined && !isOld) throw ambiguous('The request has no Host header.');
  if (countHosts(message.rawHeaders) > 1) throw ambiguous('The request has more than one Host header.');
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return;
  if (isOld) throw ambiguous('HTTP/1.0 has no Transfer-Encoding.');
  if (encoding.trim().toLowerCase() !== 'chunked') throw ambiguous('The only Transfer-Encoding here is chunked.');
}

function ambiguous(detail: string): Problem {
  return new Problem('validation_failed', { detail, headers: { connection: 'close' } });
}

/** Node keeps the first and drops the others. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
