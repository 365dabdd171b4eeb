// Reads the body of an answer freed of its content encoding, and stops where it becomes too large to be honest.

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

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

/** A body that ends too early gives what there is of it. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const ENCODINGS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress(),
};

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
  let unpacked: (NodeJS.ReadWriteStream & Readable) | undefined;
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
  unpacked = decoder?.();
  if (!unpacked) {
    response.on('data', take);
    response.on('end', () => end(response.complete));
    return { sofar };
  }
  unpacked.on('data', take);
  unpacked.on('end', () => end(response.complete));
  unpacked.on('error', () => end(false, 'encoding'));
  response.on('close', () => {
    if (!response.complete) end(false);
  });
  response.pipe(unpacked);
  return { sofar };
}
