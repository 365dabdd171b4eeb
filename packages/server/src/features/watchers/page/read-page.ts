// The bytes of a page to the text that is compared: typed, decoded, extracted, made plain, bounded.

import { hash } from 'node:crypto';
import type { RunError } from '@countersign/contract';
import { normalized } from '../../../base/normalize.ts';
import { cleanCode, cleanText, cleanTitle, cutTo } from '../clean-text.ts';
import { decodeText } from '../feed/charset.ts';
import { parseExactly } from './exact-json.ts';
import type { Expression } from './expression.ts';
import { textOfPage, textOfParts } from './html-text.ts';
import { printJson, valuesAt } from './json-path.ts';
import { masked } from './masks.ts';
import { type PageType, pageType } from './page-type.ts';
import { indentXml } from './xml-lines.ts';

export interface PageRead {
  readonly type: PageType;
  readonly title: string;
  readonly text: string;
  /** Of the text. */
  readonly hash: string;
  /** Of the text without its noise: what tells one content from another. */
  readonly masked_hash: string;
  readonly notes: readonly string[];
}

export type PageResult = { readonly page: PageRead } | { readonly problem: RunError };

export const TEXT_CHARACTERS = 262_144;

export function readPage(bytes: Uint8Array, contentType: string | undefined, expression: Expression): PageResult {
  if (bytes.length === 0) return { problem: 'empty' };
  const type = pageType(bytes, contentType);
  const taken = type === 'binary' ? fingerprint(bytes) : takenFrom(decodeText(bytes, contentType), type, expression);
  if (taken === undefined) return { problem: 'selector_missing' };
  const lines = linesOf(taken.text, expression);
  const whole = lines.join('\n');
  if (whole === '') return { problem: expression.lines.length > 0 ? 'selector_missing' : 'empty' };
  const text = cutTo(whole, TEXT_CHARACTERS);
  return {
    page: {
      type,
      title: cleanTitle(taken.title),
      text,
      hash: hash128(text),
      masked_hash: hash128(
        expression.raw || type === 'binary'
          ? text
          : text
              .split('\n')
              .map((line) => masked(line))
              .join('\n'),
      ),
      notes: [...(text.length < whole.length ? ['cut'] : []), ...(type === 'binary' ? ['binary'] : [])],
    },
  };
}

function hash128(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

interface Taken {
  readonly title: string;
  readonly text: string;
}

/** What is compared of a file that is not text: all of it says something, its long number too. */
export function isFingerprint(text: string): boolean {
  return /^\d+ bytes\nSHA-256 [0-9a-f]{64}$/.test(text);
}

/** Of a file that is not text there is only this to compare. */
function fingerprint(bytes: Uint8Array): Taken {
  return { title: '', text: `${bytes.length} bytes\nSHA-256 ${hash('sha256', bytes, 'hex')}` };
}

function takenFrom(text: string, type: PageType, expression: Expression): Taken | undefined {
  const plain = { title: '', text: cleanCode(text) };
  if (expression.json.length > 0) return fromJson(text, expression);
  if (expression.raw) return plain;
  if (expression.css.length > 0 || expression.withoutCss.length > 0) {
    const parts = textOfParts(text, expression.css, expression.withoutCss);
    return parts && { title: parts.title, text: cleanText(parts.text) };
  }
  if (type === 'html') {
    const page = textOfPage(text);
    return { title: page.title, text: cleanText(page.text) };
  }
  if (type === 'json') return fromJson(text, expression) ?? plain;
  if (type === 'xml') return { title: '', text: cleanCode(indentXml(text)) };
  return plain;
}

/** JSON that does not parse is text; a path into it finds nothing. */
function fromJson(text: string, { json }: Expression): Taken | undefined {
  let value: unknown;
  try {
    value = parseExactly(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
  const found = json.length === 0 ? [value] : json.flatMap((path) => valuesAt(value, path));
  const printed = found.map(printJson);
  if (found.length === 0 || printed.includes(undefined)) return undefined;
  return { title: '', text: cleanCode(printed.join('\n')) };
}

function linesOf(text: string, { ignore, lines }: Expression): string[] {
  let found = normalized(text, 'NFC').split('\n');
  for (const cut of ignore) found = found.map((line) => cut.matcher(line).replaceAll('').trimEnd());
  if (lines.length > 0) found = found.filter((line) => lines.some((wanted) => wanted.matcher(line).find()));
  return found.filter((line) => line.trim() !== '');
}
