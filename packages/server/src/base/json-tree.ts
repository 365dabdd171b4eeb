// A JSON value as a tree that remembers how everything in it was written.

import { compact, endOfString } from '@countersign/contract/shown/json-layout';
import { endOfValue } from './json-text.ts';

/** Every `source` is without the spaces between tokens. */
export interface JsonTree {
  readonly source: string;
  readonly items?: readonly JsonTree[];
  readonly entries?: readonly JsonEntry[];
}

export interface JsonEntry {
  readonly key: string;
  /** The key as it was written. */
  readonly source: string;
  readonly value: JsonTree;
}

/** Not a list, nor an object. */
export function isScalar(tree: JsonTree): boolean {
  return !('items' in tree || 'entries' in tree);
}

/** Reads text that is known to be JSON and within bounds. */
export function readTree(text: string): JsonTree {
  return readValue({ text: compact(text), at: 0 });
}

interface Place {
  readonly text: string;
  at: number;
}

function readValue(place: Place): JsonTree {
  const { text, at: start } = place;
  const first = text[start];
  if (first === '{') {
    const entries = readList(place, '}', readEntry);
    return { source: text.slice(start, place.at), entries };
  }
  place.at = endOfValue(text, start, 0);
  const source = text.slice(start, place.at);
  return first === '[' ? new JsonList(source) : { source };
}

function readEntry(place: Place): JsonEntry {
  const { text, at: start } = place;
  place.at = endOfString(text, start) + 1;
  const source = text.slice(start, place.at);
  place.at++; // the colon
  return { key: JSON.parse(source) as string, source, value: readValue(place) };
}

function readList<T>(place: Place, close: string, readOne: (place: Place) => T): T[] {
  const { text } = place;
  const list: T[] = [];
  place.at++; // the opening bracket
  while (text[place.at] !== close) {
    list.push(readOne(place));
    if (text[place.at] === ',') place.at++;
  }
  place.at++;
  return list;
}

/** Objects have few members; a list may have a hundred thousand, which nobody asks for but by a path into it. */
class JsonList implements JsonTree {
  readonly source: string;
  #items: readonly JsonTree[] | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get items(): readonly JsonTree[] {
    this.#items ??= readList({ text: this.source, at: 0 }, ']', readValue);
    return this.#items;
  }
}
