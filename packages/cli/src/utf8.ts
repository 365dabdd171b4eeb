// Bytes → text, or a refusal: what is not UTF-8 would become text with other characters in it, and be approved so.

import { isUtf8 } from 'node:buffer';
import { UsageError } from './failure.ts';

/** `from`: where they are from, for the words of the refusal. */
export function textOf(bytes: Buffer, from: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new UsageError(`${from} is not UTF-8. Convert it first, for example with \`iconv -f latin1 -t utf-8\`.`);
}
