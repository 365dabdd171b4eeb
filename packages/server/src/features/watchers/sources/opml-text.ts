// OPML as it is written.

export const OPML_OPENING =
  '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head><title>Countersign watchers</title></head>\n<body>\n';
export const OPML_CLOSING = '</body>\n</opml>\n';

export function opmlOutline({ name, url }: { readonly name: string; readonly url: string }): string {
  return `<outline type="rss" text="${escaped(name)}" title="${escaped(name)}" xmlUrl="${escaped(url)}"/>\n`;
}

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
