// The warnings of an action: found once, where it arrives, so that rows, notices and the page say the same. Each is looked
// for in one pass; a text that is made to take long is warned of instead of looked at to its end.

import { readLink } from './links.ts';
import { hasMixedWord } from './look-alikes.ts';
import { kindsOfMarks } from './marks.ts';
import { isPadded } from './padding.ts';
import { hasStrays } from './unified-diff.ts';
import { linksIn, type WrittenLink } from './written-links.ts';

export const FLAGS = [
  'hidden',
  'bidi',
  'look_alike',
  'link',
  'control',
  'padding',
  'bad_diff',
  'near_duplicate',
] as const;
export type Flag = (typeof FLAGS)[number];

export interface Shown {
  readonly kind: string;
  readonly title: string;
  readonly preview: { readonly format: 'markdown' | 'plain' | 'diff'; readonly body: string };
  readonly target_url?: string | undefined;
  readonly undo?: string | undefined;
}

/** Printable ASCII and line breaks: what most text is, and it hides nothing. */
const PLAIN = /^[\x20-\x7e\n\t]*$/;

/** In the order of FLAGS. Whether another action looks the same is not in the text, and so not found here. */
export function flagsOf({ kind, title, preview, target_url, undo = '' }: Shown): Flag[] {
  const { format, body } = preview;
  const texts = [title, body, kind, undo];
  const odd = texts.filter((text) => !PLAIN.test(text));
  const marks = new Set(odd.flatMap((text) => [...kindsOfMarks(text)]));
  const links = readLinks(linksIn(body, format), target_url);
  const found: Readonly<Record<Flag, boolean>> = {
    hidden: marks.has('hidden') || marks.has('tag'),
    bidi: marks.has('bidi'),
    look_alike: links.look_alike || odd.some(hasMixedWord),
    link: links.link,
    control: marks.has('control'),
    padding: isPadded(body),
    bad_diff: format === 'diff' && hasStrays(body),
    near_duplicate: false,
  };
  return FLAGS.filter((flag) => found[flag]);
}

/** A text with more links than this is one to look at twice, whatever they say. */
const MOST_LINKS = 2000;
/** Nothing that is longer leads anywhere, and to read it could take long: so could many hosts in other scripts. */
const LONGEST_ADDRESS = 2048;
const NO_HOST = /^[^:]*:\/\/[^/?#]*?[^./?#@:]{64}/;
const FOREIGN_HOST = /^[^:]*:\/\/[^/?#]*?(?:[^\x20-\x7e]|xn--)/i;
const MOST_FOREIGN_HOSTS = 200;
/** What no honest text links to. Mail addresses and places within the text are dead words, and no warning. */
const HOSTILE = /^\s*(?:javascript|vbscript|data|file|blob)\s*:/i;

function readLinks(links: readonly WrittenLink[], target: string | undefined): { link: boolean; look_alike: boolean } {
  const found = { link: links.length > MOST_LINKS, look_alike: false };
  const all = target === undefined ? links : [{ address: target, words: '' }, ...links];
  let foreign = 0;
  for (const { address, words } of all.slice(0, MOST_LINKS + 1)) {
    const tooMany = FOREIGN_HOST.test(address) && ++foreign > MOST_FOREIGN_HOSTS;
    if (tooMany || address.length > LONGEST_ADDRESS || HOSTILE.test(address) || NO_HOST.test(address)) {
      found.link = true;
      continue;
    }
    const { warnings } = readLink(address, words);
    if (warnings.includes('look_alike')) found.look_alike = true;
    if (warnings.includes('other_host') || warnings.includes('user_in_address')) found.link = true;
  }
  return found;
}
