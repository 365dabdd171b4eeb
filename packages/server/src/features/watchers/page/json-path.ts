// A path into a JSON value: `$.a.b[0].c`, `$.list[*].name`, or a pointer `/a/b/0/c`.

import { isWritten } from './exact-json.ts';

/** A member, an index, or `*` for all. */
export type JsonPath = readonly (string | number | typeof ALL)[];

const ALL = Symbol('all');
const MAX_FOUND = 20_000;

export function parseJsonPath(text: string): JsonPath | undefined {
  if (text.startsWith('/')) return pointer(text);
  if (!text.startsWith('$')) return undefined;
  const steps: (string | number | typeof ALL)[] = [];
  let rest = text.slice(1);
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (!step) return undefined;
    const [whole, name, star, index, quoted] = step;
    if (name !== undefined) steps.push(name);
    else if (star !== undefined) steps.push(ALL);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(quoted ?? '');
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** `.name`, `.*` or `[*]`, `[0]`, `['any name']`. */
const STEP = /^(?:\.([\p{L}_$@][\p{L}\p{N}_$@-]*)|(\.\*|\[\*\])|\[(\d{1,9})\]|\[["']([^"'\]]*)["']\])/u;

function pointer(text: string): JsonPath {
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Everything the path leads to, in order; nothing when it leads nowhere. */
export function valuesAt(value: unknown, path: JsonPath): unknown[] {
  let found: unknown[] = [value];
  for (const step of path) {
    found = found.flatMap((node) => next(node, step)).slice(0, MAX_FOUND);
  }
  return found;
}

function next(node: unknown, step: JsonPath[number]): unknown[] {
  if (typeof node !== 'object' || node === null || isWritten(node)) return [];
  if (step === ALL) return Object.values(node);
  if (Array.isArray(node)) {
    const index = typeof step === 'number' ? step : /^\d{1,9}$/.test(step) ? Number(step) : -1;
    return index in node ? [node[index]] : [];
  }
  const name = String(step);
  return Object.hasOwn(node, name) ? [(node as Record<string, unknown>)[name]] : [];
}

/** With the members of objects in order, so that only values make a difference; undefined when it is too deep to print. */
export function printJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, sorted, 2);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isWritten(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
