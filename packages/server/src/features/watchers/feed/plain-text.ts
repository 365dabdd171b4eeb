// HTML, as feeds carry it in titles and contents, to plain text. Nothing is ever rendered from the result.

import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';

const UNSEEN = new Set(['applet', 'script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'head']);
const BREAKS =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;
const TAGS =
  'a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|menu|meta|nav|nobr|noscript|object|ol|optgroup|option|p|param|picture|pre|q|rp|rt|ruby|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr';
/**
 * Something that the writer must have meant as markup: the end of a tag that HTML knows, or knew, its beginning with
 * attributes, or one that needs no end. `The <b> tag` speaks of one.
 */
const MARKUP = new RegExp(
  `<(?:!--|/(?:${TAGS})\\s*>|(?:${TAGS})\\s+[\\w-]+\\s*=[^<>]*>|(?:br|hr|img|li|p|wbr)\\b[^<>]*>)`,
  'i',
);
const MAX_CHARACTERS = 100_000;
const MAX_DEPTH = 200;

/** The text that a reader of this HTML sees; block elements break lines. */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  let rest = html.slice(0, 20 * MAX_CHARACTERS);
  while (rest !== '') rest = rest.slice(readPart(rest, pieces));
  return tidy(pieces.join(''));
}

/**
 * Reads until so many tags are open that every end tag would be looked for among them, and says where that was. From
 * there on a new part is read, as if they had all been closed.
 */
function readPart(html: string, pieces: string[]): number {
  let unseen = 0;
  let length = 0;
  let depth = 0;
  let end = html.length;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth++;
        if (UNSEEN.has(name)) unseen++;
        else if (BREAKS.test(name)) pieces.push('\n');
      },
      onopentag(_name, _attributes, isImplied) {
        if (depth < MAX_DEPTH || isImplied) return;
        if (unseen === 0) end = parser.endIndex + 1; // else: all the rest is inside of what nobody sees
        parser.pause();
      },
      ontext(text) {
        if (unseen > 0 || length > MAX_CHARACTERS) return;
        pieces.push(text);
        length += text.length;
      },
      onclosetag(name) {
        depth--;
        if (UNSEEN.has(name)) unseen--;
        else if (BREAKS.test(name)) pieces.push('\n');
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return end;
}

/** Lines trimmed, blanks collapsed, no empty lines. */
export function tidy(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A title on one line. RSS does not say whether a title is HTML; a known tag, or an entity left over, says it is. */
export function titleText(text: string): string {
  const inside = WRAPPED.exec(text)?.[1] ?? text;
  return MARKUP.test(inside) ? titleOfHtml(inside) : oneLine(decodeHTMLStrict(inside));
}

/** Wrapped twice, or escaped after it was wrapped. */
const WRAPPED = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/;

/** In a page these have another document inside; in a title someone only forgot to take them out, or to close them. */
const FRAMES = /<\/?(?:iframe|noembed|noframes|noscript|object|plaintext|textarea|xmp)\b[^<>]*>/gi;

export function titleOfHtml(html: string): string {
  return oneLine(textOfHtml(html.replace(FRAMES, '')));
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
