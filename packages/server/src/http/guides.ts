// The guides at /docs/…: the Markdown files of docs/, made into pages when they are asked for.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Guide, guideOf } from './guide-html.ts';

/** Where the guides lie. */
const FOLDER = new URL('../../../../docs/', import.meta.url);

/** In the order in which a reader wants them; what is not named here comes after. */
const ORDER = [
  'quickstart concepts agents adapters sdk cli webhooks live receipts',
  'inbox people rules channels push watchers audit data billing',
  'self-hosting configuration security-model troubleshooting performance reliability comparison',
].flatMap((line) => line.split(' '));
const LEFT_OUT = ['spec'];

export interface Guides {
  /** In their order. */
  readonly names: readonly string[];
  /** Undefined when there is none of the name. */
  read(name: string): Guide | undefined;
}

export function openGuides(): Guides {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  const found = files.flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : []));
  const known = ORDER.filter((name) => found.includes(name));
  const names = [...known, ...found.filter((name) => !ORDER.includes(name) && !LEFT_OUT.includes(name)).toSorted()];
  const kept = new Map<string, Guide>();
  return {
    names,
    read(name) {
      if (!names.includes(name)) return undefined;
      const guide = kept.get(name) ?? guideOf(readFileSync(new URL(`${name}.md`, FOLDER), 'utf8'), linkIn(names));
      kept.set(name, guide);
      return guide;
    },
  };
}

/** Other guides by their page here; what is only in the repository is not a link here. */
function linkIn(names: readonly string[]): (target: string) => string | undefined {
  return (target) => {
    const [, file, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
    if (file !== undefined && names.includes(file)) return `/docs/${file}${anchor}`;
    if (target === 'openapi.json') return '/v1/openapi.json';
    return /^(?:https?:|\/|#)/.test(target) ? target : undefined;
  };
}
