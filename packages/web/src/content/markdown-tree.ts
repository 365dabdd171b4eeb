// Markdown to the tree of `tree.ts`. HTML is off: tags stay words. No link is dropped in silence; the page judges them.

import { FOLDED_FROM_LINES } from '@countersign/contract/shown/padding';
import MarkdownIt from 'markdown-it';
import type { Node, Wrapper } from './tree.ts';

const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
markdown.validateLink = () => true;

type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Characters that are trimmed like blanks, at the ends of paragraphs and cells, and that are shown as codes everywhere: while the text is
 * read, a noncharacter that is not in it stands for each, which nothing trims.
 */
const TRIMMED = '\ufeff\u000b\u000c\u2028\u2029';
const IS_TRIMMED = new RegExp(`[${TRIMMED}]`, 'g');
const NONCHARACTERS = Array.from({ length: 32 }, (_, n) => String.fromCharCode(0xfdd0 + n));
let standIns = '';
const guarded = (text: string) => text.replace(IS_TRIMMED, (one) => standIns.charAt(TRIMMED.indexOf(one)));
const restored = (text: string) =>
  text.replace(/[\ufdd0-\ufdef]/g, (one) => TRIMMED.charAt(standIns.indexOf(one)) || one);
const normalized = markdown.normalizeLink;
markdown.normalizeLink = (address) => normalized(restored(address));

/** Undefined where every noncharacter has a meaning of its own. */
function parsed(source: string): Token[] | undefined {
  standIns = '';
  if (source.search(IS_TRIMMED) < 0) return markdown.parse(source, {});
  standIns = NONCHARACTERS.filter((one) => !source.includes(one))
    .slice(0, TRIMMED.length)
    .join('');
  if (standIns.length < TRIMMED.length) return undefined;
  const tokens = markdown.parse(guarded(source), {});
  for (const token of [...tokens, ...tokens.flatMap(({ children }) => children ?? [])]) {
    token.content = restored(token.content);
    token.info = restored(token.info);
    for (const attribute of token.attrs ?? []) attribute[1] = restored(String(attribute[1]));
  }
  return tokens;
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ['strong', 'strong'],
  ['em', 'em'],
  ['s', 's'],
  ['paragraph', 'p'],
  ['blockquote', 'quote'],
  ['bullet_list', 'ul'],
  ['ordered_list', 'ol'],
  ['table', 'table'],
  ['thead', 'thead'],
  ['tbody', 'tbody'],
  ['tr', 'tr'],
  ['th', 'th'],
  ['td', 'td'],
] as const);

/** More than this no page draws without standing still. */
const MAX_TOKENS = 8000;
/** Of one paragraph: the browser lays it out in one go. */
const MAX_PARAGRAPH = 16_000;

/** Undefined when it is too much to draw. */
export function treeOf(source: string): Node[] | undefined {
  const tokens = parsed(source);
  if (!tokens) return undefined;
  const count = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  const isWall = tokens.some(({ content }) => content.length > MAX_PARAGRAPH);
  if (count > MAX_TOKENS || isWall) return undefined;
  const nodes = nodesOf(tokens, source.split(/\r\n?|\n/));
  return nodes.some(hasWall) ? undefined : nodes;
}

/** Definitions become no token, and so were not counted. */
function hasWall(node: Node): boolean {
  if ('c' in node) return node.c.some(hasWall);
  return node.t === 'unused' && node.v.length > MAX_PARAGRAPH;
}

/** What is inside these says nothing of its lines. */
const WHOLE: readonly string[] = ['table_open', 'heading_open'];

/** `lines`: of the source, so that what no token speaks of is not lost; none inside a paragraph. */
function nodesOf(tokens: readonly Token[], lines?: readonly string[]): Node[] {
  const root: Node[] = [];
  const open: { readonly opener: Token; readonly children: Node[] }[] = [];
  const into = () => open.at(-1)?.children ?? root;
  let line = 0;
  for (const token of tokens) {
    if (lines && token.map && token.nesting >= 0) {
      const [from, to] = token.map;
      if (from > line) into().push(...between(lines.slice(line, from)));
      line = Math.max(line, token.nesting === 0 || WHOLE.includes(token.type) ? to : from);
    }
    if (token.nesting === 1) open.push({ opener: token, children: [] });
    else if (token.nesting === 0) into().push(...leaf(token));
    else {
      const closed = open.pop();
      if (closed) into().push(...wrapped(closed.opener, closed.children));
      if (closed?.opener.type === 'table_open' && lines) into().push(...cellsWithoutColumn(closed, lines));
    }
  }
  return lines ? [...root, ...between(lines.slice(line))] : root;
}

/** Lines of the source that became nothing: empty ones, and definitions of links, which can hold any words. */
function between(lines: readonly string[]): readonly Node[] {
  const words = lines.filter((line) => /[^\s>]/.test(line));
  if (words.length > 0) return [{ t: 'unused', v: words.join('\n') }];
  return lines.length >= FOLDED_FROM_LINES ? [{ t: 'folded', lines: lines.length }] : [];
}

/** Rows with more cells than the table has columns: what is beyond becomes no token, and may be any words. */
function cellsWithoutColumn(
  { opener, children }: { readonly opener: Token; readonly children: readonly Node[] },
  lines: readonly string[],
): readonly Node[] {
  const columns = columnsOf(children);
  const [from, to] = opener.map ?? [0, 0];
  const longer = lines.slice(from + 2, to).filter((line) => cellsIn(line) > columns);
  return longer.length === 0 ? [] : [{ t: 'unused', v: longer.join('\n') }];
}

function columnsOf([first]: readonly Node[]): number {
  if (!first || !('c' in first)) return 0;
  return first.t === 'tr' ? first.c.length : columnsOf(first.c);
}

/** Around bars that are not escaped; in a quote there is a mark before the first. */
function cellsIn(line: string): number {
  const row = line.replace(/^[\s>]*\|?/, '').replace(/(?<!\\)\|\s*$/, '');
  return row.split(/(?<!\\)\|/).length;
}

function leaf(token: Token): readonly Node[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'softbreak':
    case 'hardbreak':
      return [{ t: 'break' }];
    case 'hr':
      return [{ t: 'rule' }];
    case 'code_inline':
      return [{ t: 'code', v: token.content }];
    case 'fence':
    case 'code_block':
      return [{ t: 'pre', v: (token.info ? `${token.info}\n` : '') + token.content.replace(/\n$/, '') }];
    case 'image':
      return [{ t: 'image', src: String(token.attrGet('src') ?? ''), alt: token.content }, ...titleOf(token)];
    default:
      return token.content === '' ? [] : [{ t: 'text', v: token.content }];
  }
}

function wrapped(opener: Token, c: readonly Node[]): readonly Node[] {
  const name = opener.type.replace(/_open$/, '');
  const wrapper = WRAPPERS.get(name);
  if (wrapper === 'p' && opener.hidden) return c; // a tight list
  if (wrapper) return [{ t: wrapper, c }];
  if (name === 'heading') return [{ t: 'h', level: Number(opener.tag.slice(1)) || 1, c }];
  if (name === 'list_item') return [{ t: 'li', ...(opener.info && { number: opener.info + opener.markup }), c }];
  if (name === 'link') return [{ t: 'link', href: String(opener.attrGet('href') ?? ''), c }, ...titleOf(opener)];
  return c; // unknown to us: its words stay
}

/** Of a link or an image: elsewhere it shows when a pointer rests on it, which nobody must have to do to see all words. */
function titleOf(token: Token): readonly Node[] {
  const title = String(token.attrGet('title') ?? '');
  return title.trim() === '' ? [] : [{ t: 'title', v: title }];
}
