// A page that watchers compare: its lines change one by one, all at once, and back to what they were.

import { parseExpression } from '../../src/features/watchers/page/expression.ts';
import { readPage } from '../../src/features/watchers/page/read-page.ts';
import type { Random } from './random.ts';

export const PAGE = 'https://shop.example/offers';

const LINES = 12;
const WORDS = 'good for everybody who has a garden, a roof or a horse';

export type Lines = readonly string[];

export function firstPage(): Lines {
  return Array.from({ length: LINES }, (_, n) => `Offer ${letter(n)}: ${WORDS}`);
}

/** Another than the last, or the one before it again. */
export function nextPage(pages: readonly Lines[], random: Random): Lines {
  const now = pages.at(-1) ?? [];
  const before = pages.at(-2);
  if (before && random.chance(0.4)) return before;
  const line = (n: number) => `Offer ${letter(n)}, edition ${pages.length}: ${WORDS}`;
  if (random.chance(0.1)) return now.map((_, n) => line(n));
  const n = random.below(now.length);
  return now.with(n, line(n));
}

export function bodyOf(lines: Lines): string {
  return `<!doctype html><title>Offers</title><ul>\n${lines.map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`;
}

/** What there is to read on it; as the service reads it, which is not in question here. */
export function textOf(body: string): string | undefined {
  const known = texts.get(body) ?? read(body);
  texts.set(body, known);
  return known;
}

const texts = new Map<string, string | undefined>();
const whole = parseExpression(undefined);

function read(body: string): string | undefined {
  const result = readPage(Buffer.from(body), 'text/html', whole);
  return 'page' in result ? result.page.text : undefined;
}

const letter = (n: number) => String.fromCharCode(65 + n);
