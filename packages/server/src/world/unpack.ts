// Reads the body of an answer freed of its content encoding, and stops where it becomes too large to be honest.

import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress, type Zlib } from 'node:zlib';

/** `large`: more than the bound, or far more than came over the line. `encoding`: nothing we can unpack. */
export type Cut = 'large' | 'encoding';

export interface Unpacked {
  readonly bytes: Buffer;
  readonly whole: boolean;
  readonly cut?: Cut;
}

const MAX_RATIO = 100;
/** Below this, a body that packs well is no bomb. */
const SMALL_BYTES = 256 * 1024;

type Decoder = Transform & Pick<Zlib, 'flush'>;

const ENCODINGS: Readonly<Record<string, () => Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/**
 * Many a server leaves out the sum at the end of what it has packed, or ends with a flush: all that there was has come. A body
 * that breaks off anywhere else would pass for a shorter one. So that they can be told apart, what takes a sum is given one of
 * zeros at its end: it is too much, or the wrong one, or the beginning of a piece that is none, or not even that.
 */
const SUMMED: readonly string[] = ['gzip', 'x-gzip', 'deflate'];
const ZEROS = Buffer.alloc(8);
const ALL_HAS_COME = /incorrect (data|length) check|invalid stored block lengths/;

/** No coat at all; many a script says there what alphabet it writes in. */
const PLAIN = /^(|identity|none|binary|[78]bit|us-ascii|utf-?8|iso-8859-\d{1,2}|windows-125\d)$/;

/** Calls back once: at the end, at the bound, or when the other side breaks off. */
export function unpack(
  response: IncomingMessage,
  { maxBytes, beginning }: { readonly maxBytes: number; readonly beginning?: true },
  done: (unpacked: Unpacked) => void,
): { sofar(): Unpacked } {
  const chunks: Buffer[] = [];
  let length = 0;
  let received = 0;
  let unpacked: Decoder | undefined;
  let isAtItsEnd = false;
  const end = (whole: boolean, cut?: Cut) => {
    unpacked?.destroy(); // or it would go on with what it has been given
    done({ bytes: Buffer.concat(chunks), whole, ...(cut ? { cut } : {}) });
  };
  const sofar = () => ({ bytes: Buffer.concat(chunks), whole: false });

  const said = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = Object.hasOwn(ENCODINGS, said) ? ENCODINGS[said] : undefined; // one coat, not coats over coats
  if (!decoder && !PLAIN.test(said)) {
    end(false, 'encoding');
    return { sofar };
  }
  if (!beginning && Number(response.headers['content-length'] ?? 0) > maxBytes) {
    end(false, 'large');
    return { sofar };
  }
  const take = (chunk: Buffer) => {
    length += chunk.length;
    const tooLarge = length > maxBytes || (decoder && length > SMALL_BYTES && length > received * MAX_RATIO);
    if (tooLarge) end(false, 'large');
    else chunks.push(chunk);
  };
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  response.on('error', () => end(false));
  const unpacking = decoder?.();
  unpacked = unpacking;
  if (!unpacking) {
    response.on('data', take);
    response.on('end', () => end(response.complete));
    return { sofar };
  }
  unpacking.on('data', take);
  unpacking.on('end', () => end(response.complete));
  unpacking.on('error', ({ message }) => {
    if (isAtItsEnd) end(response.complete && ALL_HAS_COME.test(message));
    else end(false, 'encoding');
  });
  response.on('close', () => {
    if (!response.complete) end(false);
  });
  const tryItsEnd = () => {
    if (unpacking.destroyed) return;
    if (unpacking.readableLength > 0) return void setTimeout(tryItsEnd, 0); // an error takes along what is on its way
    isAtItsEnd = true;
    unpacking.end(SUMMED.includes(said) ? ZEROS : undefined);
  };
  response.on('end', () => {
    if (received === 0) end(response.complete);
    else unpacking.flush(tryItsEnd);
  });
  response.pipe(unpacking, { end: false });
  return { sofar };
}
