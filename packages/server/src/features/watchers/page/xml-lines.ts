// XML with each element and text on its own line, so that a change is a change of lines.

import { readMarkup } from '../bounded-markup.ts';

const MAX_INDENT = 50;

export function indentXml(xml: string): string {
  const lines: string[] = [];
  let depth = 0;
  let tag: string | undefined;
  const put = (text: string) => {
    for (const line of text.split('\n')) {
      if (line.trim() !== '') lines.push(`${'  '.repeat(Math.min(depth, MAX_INDENT))}${line.trim()}`);
    }
  };
  const flush = () => {
    if (tag !== undefined) put(`<${tag}>`);
    if (tag !== undefined) depth++;
    tag = undefined;
  };
  let text = '';
  readMarkup(
    xml,
    {
      onopentag(name, attributes) {
        flush();
        put(text);
        text = '';
        tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)].join(' ');
      },
      ontext: (piece) => {
        text += piece;
      },
      onclosetag(name) {
        if (tag !== undefined && !text.includes('\n')) {
          put(text.trim() === '' ? `<${tag}/>` : `<${tag}>${text.trim()}</${name}>`);
          tag = undefined;
        } else {
          flush();
          put(text);
          depth = Math.max(0, depth - 1);
          put(`</${name}>`);
        }
        text = '';
      },
    },
    { xml: true },
  );
  return lines.join('\n');
}
