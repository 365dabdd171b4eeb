// The tokens of an XML text: tags with their attributes, text, sections. What closes what is for the listener to say.
// The parser that comes with the tokenizer keeps every tag in a list until it closes, and looks through it for each end
// tag: a text full of tags that never close takes it minutes.

import { Tokenizer } from 'htmlparser2';

export interface XmlListener {
  /** `tag` in lower case; attributes as they are written, the first of a name. */
  open(tag: string, attributes: ReadonlyMap<string, string>): void;
  /** Entities are not resolved. */
  text(text: string): void;
  section(text: string): void;
  close(tag: string): void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function readTokens(text: string, listener: XmlListener): void {
  let tag = '';
  let attributes: Map<string, string> | undefined;
  let name = '';
  let value = '';
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = text.slice(start, end).toLowerCase();
        attributes = undefined;
      },
      onattribname(start, end) {
        name = text.slice(start, end);
      },
      onattribdata(start, end) {
        value += text.slice(start, end);
      },
      onattribend() {
        attributes ??= new Map();
        if (!attributes.has(name)) attributes.set(name, value);
        value = '';
      },
      onopentagend: () => listener.open(tag, attributes ?? NONE),
      onselfclosingtag() {
        listener.open(tag, attributes ?? NONE);
        listener.close(tag);
      },
      onclosetag: (start, end) => listener.close(text.slice(start, end).toLowerCase()),
      ontext: (start, end) => listener.text(text.slice(start, end)),
      oncdata: (start, end, offset) => listener.section(text.slice(start, end - offset)),
      onattribentity: nothing,
      ontextentity: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
}
