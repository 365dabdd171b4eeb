// The name of an encoding to its decoder. The web's own names first, then those that other systems have for the same,
// then what the web has given up.

import { CODE_PAGES } from './code-pages.ts';

const LONGEST_NAME = 40;

/** Undefined for a name nobody knows. */
export function decodeAs(name: string, bytes: Uint8Array): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const given = GIVEN_UP.get(plain);
  if (given) return given(bytes);
  const signs = signsOf(plain);
  if (signs) return bySigns(signs, bytes);
  return byLabel(RENAMED.get(plain) ?? name, bytes) ?? byLabel(relabelled(plain), bytes);
}

function byLabel(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}

/** By their names without signs between: those that the Encoding Standard does not list, or reads otherwise. */
// biome-ignore format: a table reads better in rows
const RENAMED: ReadonlyMap<string, string> = new Map(Object.entries({
  gb2312: 'gb18030', euccn: 'gb18030', eucgb2312cn: 'gb18030', gbk: 'gb18030', // feeds that say GB2312 mean its supersets
  xutf8: 'utf-8', utf8bom: 'utf-8', u8: 'utf-8',
  isolatin1: 'iso-8859-1', ansi: 'windows-1252', macroman: 'macintosh', maccyrillic: 'x-mac-cyrillic', koi8u: 'koi8-u', koi8r: 'koi8-r',
  cp819: 'iso-8859-1', cp932: 'shift_jis', cp936: 'gb18030', cp949: 'euc-kr', cp950: 'big5', cp951: 'big5', cp65001: 'utf-8',
  sjis: 'shift_jis', shiftjis: 'shift_jis', ms932: 'shift_jis', mskanji: 'shift_jis', shiftjis2004: 'shift_jis', shiftjisx0213: 'shift_jis',
  ujis: 'euc-jp', eucjp: 'euc-jp', eucjis2004: 'euc-jp', eucjisx0213: 'euc-jp',
  iso2022jp1: 'iso-2022-jp', iso2022jp2: 'iso-2022-jp', iso2022jp3: 'iso-2022-jp', iso2022jp2004: 'iso-2022-jp', iso2022jpext: 'iso-2022-jp',
  uhc: 'euc-kr', ms949: 'euc-kr', ksx1001: 'euc-kr', ksc5601: 'euc-kr', euckr: 'euc-kr',
  big5tw: 'big5', big5hkscs: 'big5', hkscs: 'big5', ms950: 'big5',
}));

const LATIN = [1, 2, 3, 4, 9, 10, 13, 14, 15, 16] as const;

/** `cp1251`, `win-1251`, `iso8859_5`, `latin-10`. */
function relabelled(plain: string): string {
  const [, iso] = /^(?:iso)?8859(\d{1,2})$/.exec(plain) ?? [];
  if (iso) return `iso-8859-${iso}`;
  const [, latin] = /^l(?:atin)?(\d{1,2})$/.exec(plain) ?? [];
  if (latin) return `iso-8859-${LATIN[Number(latin) - 1]}`;
  const [, page = ''] = /(\d{3,4})$/.exec(plain) ?? [];
  return page === '866' ? 'ibm866' : `windows-${page}`;
}

/** Code pages go by many names: `cp437`, `IBM437`, `437`, `csPC8CodePage437`. */
function signsOf(plain: string): string | undefined {
  const number = /^(?:cs|x)?(?:cp|ibm|dos|oem|pc\w*?)?(\d{3,4})[a-z]*$/.exec(plain)?.[1];
  return CODE_PAGES.get(number ?? plain) ?? CODE_PAGES.get(PAGES.get(plain) ?? '');
}

const PAGES: ReadonlyMap<string, string> = new Map([
  ['ptcp154', 'pt154'],
  ['csptcp154', 'pt154'],
  ['cp154', 'pt154'],
  ['cyrillicasian', 'pt154'],
  ['strk10482002', 'kz1048'],
  ['rk1048', 'kz1048'],
  ['maccentraleurope', 'maclatin2'],
  ['macromanian', 'macromania'],
  ['macicelandic', 'maciceland'],
]);

function bySigns(signs: string, bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytes) pieces.push(byte < 0x80 ? String.fromCharCode(byte) : (signs[byte - 0x80] ?? '\ufffd'));
  return pieces.join('');
}

const GIVEN_UP: ReadonlyMap<string, (bytes: Uint8Array) => string> = new Map([
  ['hz', hz],
  ['hzgb', hz],
  ['hzgb2312', hz],
  ['iso2022kr', iso2022kr],
  ['csiso2022kr', iso2022kr],
  ['utf7', utf7],
  ['unicode11utf7', utf7],
  ['csunicode11utf7', utf7],
]);

/** RFC 1843: GB 2312 in seven bits, between `~{` and `~}`. */
function hz(bytes: Uint8Array): string {
  return latin1(bytes).replace(/~\{([\s\S]*?)(?:~\}|$)|~~|~\n/g, (all, inside?: string) =>
    inside === undefined ? (all === '~~' ? '~' : '') : eightBits(inside, 'gb18030'),
  );
}

/** RFC 1557: Korean in seven bits, between SO and SI. */
function iso2022kr(bytes: Uint8Array): string {
  const [before = '', ...shifted] = latin1(bytes).replaceAll('\u001b$)C', '').split('\u000e');
  const read = shifted.map((part) => {
    const [korean = '', ...plain] = part.split('\u000f');
    return eightBits(korean, 'euc-kr') + plain.join('');
  });
  return before + read.join('');
}

function eightBits(text: string, label: string): string {
  const bytes = Uint8Array.from(text, (sign) => (sign >= '!' ? sign.charCodeAt(0) | 0x80 : sign.charCodeAt(0)));
  return byLabel(label, bytes) ?? text;
}

/** RFC 2152: UTF-16 in base64, between `+` and `-`. */
function utf7(bytes: Uint8Array): string {
  return latin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, inside: string) => {
    const whole = Math.floor((inside.length * 6) / 16) * 2;
    return inside === '' ? '+' : Buffer.from(inside, 'base64').subarray(0, whole).swap16().toString('utf16le');
  });
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
