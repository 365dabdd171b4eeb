// What swallows the rest of a document because nobody closed it, closed where it was meant to be; and signs that begin no tag.

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const ENDS_AN_ITEM = /<\/(?:[\w-]+:)?(?:item|entry)\s*>/i;
/** So far back the tag is looked for in which a CDATA section stands. */
const TAG_CHARACTERS = 500;

export function mendXml(text: string): string {
  return escapeSigns(closeCdata(openComment(text)));
}

/** `1 < 2`, `<3`: no name begins so. `a<b</title>`: another one begins before this one ends. */
const NO_TAG = /<(?![A-Za-z_:/!?\u0080-\uffff])|<(?![/!?])(?=[^<>"'=]*<)/g;

const OPENINGS = /<!\[CDATA\[|<!--/g;

/** Outside of sections and comments, which stand as they are. */
function escapeSigns(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  const escapeTo = (end: number) => pieces.push(text.slice(done, end).replace(NO_TAG, '&lt;'));
  for (const { index, 0: opening } of text.matchAll(OPENINGS)) {
    if (index < done) continue; // inside another
    const closing = opening === CDATA ? CDATA_END : '-->';
    const end = text.indexOf(closing, index);
    if (end < 0) break; // one that never ends is mended already, or no longer worth it
    escapeTo(index);
    done = end + closing.length;
    pieces.push(text.slice(index, done));
  }
  escapeTo(text.length);
  return pieces.join('');
}

/** A comment that never ends is none. */
function openComment(text: string): string {
  const start = text.lastIndexOf('<!--');
  if (start < 0 || text.indexOf('-->', start) >= 0) return text;
  return text.slice(0, start) + text.slice(start + 4);
}

/** A section is left open when it never ends, or when another one begins in another item before it does. */
function closeCdata(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  let end = text.indexOf(CDATA_END);
  for (let start = text.indexOf(CDATA); start >= 0; ) {
    const inside = start + CDATA.length;
    // Looked for only once it is passed, or a text full of openings would be read again for each of them.
    if (end >= 0 && end < inside) end = text.indexOf(CDATA_END, inside);
    const next = text.indexOf(CDATA, inside);
    const isOpen = end < 0 || (next >= 0 && next < end && ENDS_AN_ITEM.test(text.slice(inside, next)));
    const closeAt = isOpen ? endOfElement(text, start, next < 0 ? text.length : next) : undefined;
    if (closeAt !== undefined) {
      pieces.push(text.slice(done, closeAt), CDATA_END);
      done = closeAt;
    } else if (end < 0) break;
    start = text.indexOf(CDATA, closeAt ?? end);
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

/** Where the element ends that the section stands in. */
function endOfElement(text: string, start: number, before: number): number | undefined {
  const opens = text.lastIndexOf('<', start - 1);
  if (opens < 0 || start - opens > TAG_CHARACTERS) return undefined;
  const name = /^<([\w:.-]+)(?:\s[^<>]*)?>\s*$/.exec(text.slice(opens, start))?.[1];
  if (name === undefined) return undefined;
  const at = text.slice(start, before).indexOf(`</${name}`);
  return at < 0 ? undefined : start + at;
}
