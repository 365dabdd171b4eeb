// HTML or XML, heard tag by tag, in time and memory that grow with its length alone. The parser that comes with the tokenizer
// keeps every open tag in a list, moves the whole of it for each new one, and looks through it for each end tag: a page full of
// tags that never close takes it minutes. Here it is handed no more open tags than a page can need, and no end of what is not open.

import { type Handler, Parser } from 'htmlparser2';

/** Deeper tags are passed over; their text counts as that of the last one that was not. */
const MAX_DEPTH = 256;
/** What stands in these is no text. */
const RAW = new Set(['script', 'style']);

export type Heard = Pick<Partial<Handler>, 'onparserinit' | 'onopentag' | 'ontext' | 'onclosetag' | 'onend'>;

export interface Markup {
  readonly xml?: boolean;
  /** So many tags, and no more, are read. */
  readonly maxTags?: number;
}

export function readMarkup(
  text: string,
  heard: Heard,
  { xml = false, maxTags = Number.POSITIVE_INFINITY }: Markup = {},
) {
  new BoundedParser(text, heard, { xml, maxTags }).end(text);
}

class BoundedParser extends Parser {
  readonly #text: string;
  readonly #heard: Heard;
  readonly #open: Open;
  readonly #passedOver = new Map<string, number>();
  readonly #isXml: boolean;
  #tagsLeft: number;
  /** The tag that is being read, when it is passed over. */
  #tooDeep: string | undefined;
  #raw: string | undefined;

  constructor(text: string, heard: Heard, { xml, maxTags }: Required<Markup>) {
    const open: Open = { depth: 0, names: new Map() };
    super(counting(heard, open, xml), { xmlMode: xml, decodeEntities: true });
    this.#text = text;
    this.#heard = heard;
    this.#open = open;
    this.#isXml = xml;
    this.#tagsLeft = maxTags;
  }

  override onopentagname(start: number, end: number): void {
    this.#count();
    this.#tooDeep = undefined;
    if (this.#open.depth < MAX_DEPTH) super.onopentagname(start, end);
    else this.#passOver(start, end);
  }

  #count(): void {
    if (this.#tagsLeft-- <= 0) this.pause();
  }

  #passOver(start: number, end: number): void {
    const name = this.#name(start, end);
    this.endIndex = end;
    if (this.isVoidElement(name)) return;
    this.#tooDeep = name;
    add(this.#passedOver, name, 1);
    if (!this.#isXml && RAW.has(name)) this.#raw = name;
  }

  override ontext(start: number, end: number): void {
    if (this.#raw === undefined) super.ontext(start, end);
  }

  override onselfclosingtag(end: number): void {
    super.onselfclosingtag(end);
    if (this.#tooDeep !== undefined && this.#isXml) add(this.#passedOver, this.#tooDeep, -1);
  }

  override onclosetag(start: number, end: number): void {
    const name = this.#name(start, end);
    if (name === this.#raw) this.#raw = undefined;
    const isPassedOver = this.#passedOver.has(name);
    if (isPassedOver) add(this.#passedOver, name, -1);
    else if (this.#open.names.has(name) || this.isVoidElement(name)) super.onclosetag(start, end);
    else if (!this.#isXml && name === 'p') this.#emptyParagraph();
    this.endIndex = end;
    this.startIndex = end + 1;
  }

  /** As browsers have it: the end of a paragraph that nobody began is one. */
  #emptyParagraph(): void {
    this.#count();
    this.#heard.onopentag?.('p', {}, true);
    this.#heard.onclosetag?.('p', true);
  }

  #name(start: number, end: number): string {
    const name = this.#text.slice(start, end);
    return this.#isXml ? name : name.toLowerCase();
  }
}

/** What the parser has in its list. */
interface Open {
  depth: number;
  readonly names: Map<string, number>;
}

/** The listener, by whom every tag that comes to the list or leaves it is heard of. */
function counting(heard: Heard, open: Open, xml: boolean): Partial<Handler> {
  const count = (name: string, by: number) => {
    open.depth += by;
    add(open.names, xml ? name : name.toLowerCase(), by); // the names of SVG have capitals again
  };
  return {
    onparserinit: (parser) => heard.onparserinit?.(parser),
    onopentagname: (name) => count(name, 1),
    onopentag: (name, attributes, isImplied) => heard.onopentag?.(name, attributes, isImplied),
    ontext: (text) => heard.ontext?.(text),
    onclosetag(name, isImplied) {
      count(name, -1);
      heard.onclosetag?.(name, isImplied);
    },
    onend: () => heard.onend?.(),
  };
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
