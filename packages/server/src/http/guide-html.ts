// Our own guides, from Markdown to HTML: as much of Markdown as they use. Their text is escaped before anything is made of it.

export interface Guide {
  readonly title: string;
  readonly html: string;
}

/** `linkTo` turns the target of a link into where it is served; undefined: nowhere, and it is only words. */
export function guideOf(markdown: string, linkTo: (target: string) => string | undefined): Guide {
  const blocks = blocksOf(markdown);
  const title = blocks.find(({ kind }) => kind === 'heading')?.lines[0]?.replaceAll(/^#+ |`/g, '') ?? '';
  return { title, html: blocks.map((block) => htmlOf(block, linkTo)).join('\n') };
}

type Kind = 'heading' | 'code' | 'table' | 'list' | 'numbers' | 'text';

interface Block {
  readonly kind: Kind;
  readonly lines: string[];
}

const STARTS: readonly (readonly [RegExp, Kind])[] = [
  [/^#{1,4} /, 'heading'],
  [/^```/, 'code'],
  [/^\|/, 'table'],
  [/^- /, 'list'],
  [/^\d+\. /, 'numbers'],
];

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let isFenced = false;
  const begin = (kind: Kind, line: string) => {
    open = { kind, lines: [line] };
    blocks.push(open);
  };
  for (const line of markdown.split('\n')) {
    if (isFenced) {
      isFenced = !line.startsWith('```');
      if (isFenced) open?.lines.push(line);
      else open = undefined;
    } else if (line.trim() === '') {
      open = undefined;
    } else if (line.startsWith('    ') && (open === undefined || open.kind === 'code')) {
      if (!open) begin('code', '```');
      open?.lines.push(line.slice(4));
    } else {
      const kind = STARTS.find(([start]) => start.test(line))?.[1] ?? 'text';
      isFenced = kind === 'code';
      const joins =
        open !== undefined && open.kind !== 'heading' && (kind === 'text' || (kind === open.kind && !isFenced));
      if (joins) open?.lines.push(line);
      else begin(kind, line);
    }
  }
  return blocks;
}

function htmlOf({ kind, lines }: Block, linkTo: (target: string) => string | undefined): string {
  const inline = (text: string) => inlineOf(text, linkTo);
  if (kind === 'heading') {
    const [, marks = '#', text = ''] = /^(#+) (.*)$/.exec(lines[0] ?? '') ?? [];
    return `<h${marks.length} id="${anchorOf(text)}">${inline(text)}</h${marks.length}>`;
  }
  if (kind === 'code') return `<pre tabindex="0"><code>${escaped(lines.slice(1).join('\n'))}</code></pre>`;
  if (kind === 'table') return tableOf(lines, inline);
  if (kind === 'text') return `<p>${inline(lines.join('\n'))}</p>`;
  const items = lines
    .join('\n')
    .split(/^(?:- |\d+\. )/m)
    .slice(1);
  const tag = kind === 'list' ? 'ul' : 'ol';
  return `<${tag}>${items.map((item) => `<li>${itemOf(item, inline)}</li>`).join('')}</${tag}>`;
}

/** One more level: what is indented below an item. */
function itemOf(item: string, inline: (text: string) => string): string {
  const [first = '', ...inner] = item.split(/^ +- /m);
  const list = inner.map((one) => `<li>${inline(one.trim())}</li>`).join('');
  return `${inline(first.trim())}${list && `<ul>${list}</ul>`}`;
}

function tableOf(lines: readonly string[], inline: (text: string) => string): string {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
  const [head = '', , ...rows] = lines;
  const row = (line: string, tag: string) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  const body = rows.map((line) => row(line, 'td')).join('');
  return `<div class="scroll"><table><thead>${row(head, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

/** Code is taken out first, and put back last: nothing in it means anything. */
function inlineOf(text: string, linkTo: (target: string) => string | undefined): string {
  const codes: string[] = [];
  const marked = text.replaceAll(/`([^`]+)`/g, (_, code: string) => `⟦${codes.push(code) - 1}⟧`);
  return escaped(marked)
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*/g, '<em>$1</em>')
    .replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (_, name: string, target: string) => {
      const href = linkTo(target);
      return href === undefined ? name : `<a href="${href}">${name}</a>`;
    })
    .replaceAll(/⟦(\d+)⟧/g, (_, index: string) => `<code>${escaped(codes[Number(index)] ?? '')}</code>`);
}

/** As the usual renderers name them, so that links into a page lead somewhere here, too. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function escaped(raw: string): string {
  return raw.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
