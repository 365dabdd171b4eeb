// Takes a few values out of a long JSON text without building the rest of it. For text that is known to be JSON.

import { endOfString } from '@countersign/contract/shown/json-layout';

/** Paths as a tree: what leads on from here, and whether a path ends here. */
export interface Wanted {
  readonly inside: Map<string, Wanted>;
  /** The path that ends here. */
  path?: string;
}

export function wantedPaths(paths: Iterable<string>): Wanted {
  const root: Wanted = { inside: new Map() };
  for (const path of paths) {
    let node = root;
    for (const segment of path.split('.')) {
      const next: Wanted = node.inside.get(segment) ?? { inside: new Map() };
      node.inside.set(segment, next);
      node = next;
    }
    node.path = path;
  }
  return root;
}

/** The source text of each wanted value that is there, by its path. One pass. */
export function pick(text: string, wanted: Wanted): Map<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  const skipSpace = () => {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  };

  /** Passes one value; what of it is wanted is kept. */
  const read = (node: Wanted | undefined): void => {
    skipSpace();
    const start = at;
    const first = text.charCodeAt(at);
    if (node && node.inside.size > 0 && first === 0x7b) readObject(node);
    else if (node && node.inside.size > 0 && first === 0x5b) readArray(node);
    else skipValue();
    if (node?.path !== undefined) found.set(node.path, text.slice(start, at).trimEnd());
  };

  const readObject = (node: Wanted): void => {
    at++;
    for (skipSpace(); at < text.length && text.charCodeAt(at) !== 0x7d; skipSpace()) {
      const start = at;
      at = endOfString(text, at) + 1;
      const raw = text.slice(start, at);
      const key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
      skipSpace();
      at++; // the colon
      read(node.inside.get(key));
      skipSpace();
      if (text.charCodeAt(at) === 0x2c) at++;
    }
    at++;
  };

  const readArray = (node: Wanted): void => {
    at++;
    let index = 0;
    for (skipSpace(); at < text.length && text.charCodeAt(at) !== 0x5d; skipSpace()) {
      read(node.inside.get(String(index++)));
      skipSpace();
      if (text.charCodeAt(at) === 0x2c) at++;
    }
    at++;
  };

  const skipValue = (): void => {
    let open = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) at = endOfString(text, at);
      else if (code === 0x7b || code === 0x5b) open++;
      else if (code === 0x7d || code === 0x5d) {
        if (open === 0) return;
        open--;
      } else if (code === 0x2c && open === 0) return;
    }
  };

  read(wanted);
  return found;
}
