// What the bytes of a page are: by their beginning first, by the header only where that says nothing.

export type PageType = 'html' | 'json' | 'xml' | 'text' | 'binary';

const LOOKED_AT_BYTES = 512;
const MAGIC: readonly string[] = [
  '%PDF-',
  '\x89PNG\r\n',
  'GIF8',
  '\xff\xd8\xff',
  'PK\x03\x04',
  '\x1f\x8b',
  'RIFF',
  'OggS',
  'ID3',
  'fLaC',
  '\x7fELF',
  'MZ',
  '\0\0\x01\0',
];

export function pageType(bytes: Uint8Array, contentType: string | undefined): PageType {
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT_BYTES)).toString('latin1');
  const isUtf16 = /^(\xff\xfe|\xfe\xff)/.test(head) || /^(?:[^\0]\0){4}|^(?:\0[^\0]){4}/.test(head);
  if (MAGIC.some((magic) => head.startsWith(magic)) || (head.includes('\0') && !isUtf16)) return 'binary';
  const text = head
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()
    .toLowerCase();
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^[{[]/.test(text)) return 'json';
  if (/^<!doctype html\b/.test(text) || /<html[\s>]/.test(text)) return 'html';
  if (/^<\?xml|^<(rss|feed|rdf:rdf|urlset|sitemapindex)\b/.test(text)) return 'xml';
  if (/html/.test(type) || /^<(head|body|title|meta|div|p|h1|script|table|ul|main|article)\b/.test(text)) return 'html';
  if (/json$/.test(type)) return 'json';
  if (/xml$/.test(type)) return 'xml';
  return /^(image|audio|video|font)\/|octet-stream|pdf$|zip$/.test(type) && text === '' ? 'binary' : 'text';
}
