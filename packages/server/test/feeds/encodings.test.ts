// Bytes to text: every encoding that feeds declare, how it is told, and what wins when two say different things.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from './cases.ts';

const head = (label: string) =>
  `<?xml version="1.0"${label === '' ? '' : ` encoding="${label}"`}?><rss version="2.0"><channel><item><title>`;
const TAIL = '</title></item></channel></rss>';
const hex = (text: string) => Buffer.from(text, 'hex');

function document(label: string, title: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(head(label)), title, Buffer.from(TAIL)]);
}

function titleOf(bytes: Uint8Array, contentType?: string): string | undefined {
  return itemsOf(bytes, contentType)[0]?.title;
}

/** Name, text, and its bytes. */
// biome-ignore format: one line for each
const ENCODED: readonly (readonly [label: string, text: string, bytes: string])[] = [
  ['iso-8859-1', 'Grüße', '4772fcdf65'],
  ['ISO_8859-1', 'Grüße', '4772fcdf65'],
  ['iso8859_1', 'Grüße', '4772fcdf65'],
  ['latin-1', 'Grüße', '4772fcdf65'],
  ['l1', 'Grüße', '4772fcdf65'],
  ['8859_1', 'Grüße', '4772fcdf65'],
  ['iso-8859-2', 'Žluťoučký', 'ae6c75bb6f75e86bfd'],
  ['iso-8859-3', 'Ĉu ĝi', 'c67520f869'],
  ['iso-8859-4', 'Ķēniņš', 'd3ba6e69f1b9'],
  ['iso-8859-5', 'Привет', 'bfe0d8d2d5e2'],
  ['iso-8859-6', '\u0633\u0644\u0627\u0645', 'd3e4c7e5'],
  ['iso-8859-7', 'Καλημέρα', 'cae1ebe7ecddf1e1'],
  ['iso-8859-8', '\u05e9\u05dc\u05d5\u05dd', 'f9ece5ed'],
  ['iso-8859-9', 'İstanbul ğ', 'dd7374616e62756c20f0'],
  ['iso-8859-10', 'Ŋ đ', 'af20b9'],
  ['iso-8859-13', 'Ąžuolas', 'c0fe756f6c6173'],
  ['iso-8859-14', 'Ŵy', 'd079'],
  ['iso-8859-15', '10 €', '313020a4'],
  ['iso-8859-16', 'Țară', 'de6172e3'],
  ['latin10', 'Țară', 'de6172e3'],
  ['latin-9', '10 €', '313020a4'],
  ['windows-1250', 'Žluťoučký', '8e6c759d6f75e86bfd'],
  ['windows-1251', 'Привет', 'cff0e8e2e5f2'],
  ['cp1251', 'Привет', 'cff0e8e2e5f2'],
  ['win-1251', 'Привет', 'cff0e8e2e5f2'],
  ['cp-1251', 'Привет', 'cff0e8e2e5f2'],
  ['windows-1252', '“Grüße”', '934772fcdf6594'],
  ['windows-1253', 'Καλημέρα', 'cae1ebe7ecddf1e1'],
  ['windows-1254', 'İğ', 'ddf0'],
  ['windows-1255', '\u05e9\u05dc\u05d5\u05dd', 'f9ece5ed'],
  ['windows-1256', '\u0633\u0644\u0627\u0645', 'd3e1c7e3'],
  ['windows-1257', 'Ąžuolas', 'c0fe756f6c6173'],
  ['windows-1258', '₫ ư', 'fe20fd'],
  ['windows-874', 'สวัสดี', 'cac7d1cab4d5'],
  ['tis-620', 'สวัสดี', 'cac7d1cab4d5'],
  ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
  ['koi8_r', 'Привет', 'f0d2c9d7c5d4'],
  ['koi8-u', 'Їжак', 'b7d6c1cb'],
  ['koi8-t', 'Ҷӯ', '8ea1'],
  ['ptcp154', 'Қазақ', '8de0e7e09d'],
  ['kz-1048', 'Қазақ', '8de0e7e09d'],
  ['gb2312', '你好世界', 'c4e3bac3cac0bde7'],
  ['EUC-CN', '你好世界', 'c4e3bac3cac0bde7'],
  ['gbk', '你好鎔', 'c4e3bac3e667'],
  ['cp936', '你好', 'c4e3bac3'],
  ['gb18030', '你好㐀', 'c4e3bac38139ee39'],
  ['hz-gb-2312', '你好 ok', '7e7b44633a437e7d206f6b'],
  ['hz', '你好', '7e7b44633a437e7d'],
  ['big5', '你好世界', 'a741a66ea540acc9'],
  ['big5-hkscs', '你好', 'a741a66e'],
  ['cp950', '你好', 'a741a66e'],
  ['euc-jp', 'こんにちは世界', 'a4b3a4f3a4cba4c1a4cfc0a4b3a6'],
  ['eucjp', 'こんにちは', 'a4b3a4f3a4cba4c1a4cf'],
  ['shift_jis', 'こんにちは世界', '82b182f182c982bf82cd90a28a45'],
  ['sjis', 'こんにちは', '82b182f182c982bf82cd'],
  ['cp932', '①髙', '8740eee0'],
  ['ms_kanji', '漢字', '8abf8e9a'],
  ['iso-2022-jp', 'こんにちは世界', '1b244224332473244b2441244f402433261b2842'],
  ['csISO2022JP', 'こんにちは', '1b244224332473244b2441244f1b2842'],
  ['iso-2022-jp-2', 'こんにちは', '1b244224332473244b2441244f1b2842'],
  ['euc-kr', '안녕하세요', 'bec8b3e7c7cfbcbcbfe4'],
  ['ks_c_5601-1987', '안녕', 'bec8b3e7'],
  ['cp949', '안녕', 'bec8b3e7'],
  ['uhc', '안녕', 'bec8b3e7'],
  ['iso-2022-kr', '안녕 ok', '1b2429430e3e4833670f206f6b'],
  ['macintosh', 'Grüße™', '47729fa765aa'],
  ['mac_roman', 'Grüße', '47729fa765'],
  ['x-mac-cyrillic', 'Привет', '8ff0e8e2e5f2'],
  ['mac-cyrillic', 'Привет', '8ff0e8e2e5f2'],
  ['mac_greek', 'Καλημέρα', 'bae1ece8eddbf2e1'],
  ['mac-iceland', 'Þýð', 'dee0dd'],
  ['mac_latin2', 'Žluť', 'eb6c75e9'],
  ['macturkish', 'ğİ', 'dbdc'],
  ['437', 'Grüße', '477281e165'],
  ['IBM437', 'Grüße', '477281e165'],
  ['csPC8CodePage437', 'Grüße', '477281e165'],
  ['cp850', 'Grüße', '477281e165'],
  ['csPC850Multilingual', 'Grüße', '477281e165'],
  ['852', 'Žluť', 'a66c759c'],
  ['cp855', 'Привет', 'dde1b7eba8e5'],
  ['ibm857', 'ğİ', 'a798'],
  ['cp858', '10 €', '313020d5'],
  ['cp860', 'ção', '87846f'],
  ['cp861', 'Þð', '8d8c'],
  ['cp862', '\u05e9\u05dc', '998c'],
  ['csPC862LatinHebrew', '\u05e9\u05dc', '998c'],
  ['cp863', 'été', '827482'],
  ['cp865', 'Øå', '9d86'],
  ['cp866', 'Привет', '8fe0a8a2a5e2'],
  ['ibm866', 'Привет', '8fe0a8a2a5e2'],
  ['cp869', 'Καλημέρα', 'b5d6e5e1e69debd6'],
  ['cp737', 'Καλημέρα', '8998a29ea3e2a898'],
  ['cp775', 'Ąž', 'b5d8'],
  ['cp1125', 'Їжак', 'f8a6a0aa'],
  ['cp720', '\u0633\u0644', 'abe9'],
  ['utf-8', 'Grüße 🦀', '4772c3bcc39f6520f09fa680'],
  ['UTF8', 'Grüße', '4772c3bcc39f65'],
  ['x-utf-8', 'Grüße', '4772c3bcc39f65'],
  ['utf-7', 'Grüße + 日本', '47722b4150774133772d65202b2d202b5a65566e4c412d'],
];

test('every encoding, by the declaration and by the header', () => {
  for (const [label, text, bytes] of ENCODED) {
    assert.equal(titleOf(document(label, hex(bytes))), text, label);
    assert.equal(titleOf(document('', hex(bytes)), `text/xml; charset=${label}`), text, label);
    assert.equal(titleOf(document('', hex(bytes)), `application/rss+xml;CHARSET="${label}"; x=y`), text, label);
  }
});

/** Whole documents: not even their first sign is that of ASCII. */
// biome-ignore format: one line for each
const EBCDIC: readonly (readonly [label: string, text: string, bytes: string])[] = [
  ['ebcdic-cp-us', 'Grüße', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f85828384898360839760a4a27f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856ec799dc59854c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['IBM037', '[x]!', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7fc9c2d4f0f3f77f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856ebaa7bb5a4c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['cp500', '[x]!', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8397f5f0f07f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856e4aa75a4f4c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['ebcdic-cp-be', 'Grüße', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8582838489836083976082857f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856ec799dc59854c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['cp1140', '10 €', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8397f1f1f4f07f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856ef1f0409f4c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['cp1026', 'ğİ "x"', '4c6fa7949340a58599a28996957efcf14bf0fc4085958396848995877efc8397f1f0f2f6fc6f6e4c99a2a240a58599a28996957efcf24bf0fc6e4c838881959585936e4c89a385946e4ca389a393856ed05b40fca7fc4c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['cp875', 'Καλημέρα', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8397f8f7f57f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856e518a9e9a9fb2ae8a4c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['cp424', '\u05e9\u05dc', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8397f4f2f47f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856e69544c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
  ['cp273', 'Größe {x}', '4c6fa7949340a58599a28996957e7ff14bf07f4085958396848995877e7f8397f2f7f37f6f6e4c99a2a240a58599a28996957e7ff24bf07f6e4c838881959585936e4c89a385946e4ca389a393856ec7996aa1854043a7dc4c61a389a393856e4c6189a385946e4c61838881959585936e4c6199a2a26e'],
];

test('EBCDIC, in the page that it declares', () => {
  for (const [label, text, bytes] of EBCDIC) assert.equal(titleOf(hex(bytes)), text, label);
});

function wide(text: string, bits: 16 | 32, isLittle: boolean): Buffer {
  if (bits === 16) return isLittle ? Buffer.from(text, 'utf16le') : Buffer.from(text, 'utf16le').swap16();
  const little = Buffer.from(Uint32Array.from([...text], (sign) => sign.codePointAt(0) ?? 0).buffer);
  return isLittle ? little : little.swap32();
}

test('UTF-16 and UTF-32, with a mark and without, whatever they declare', () => {
  for (const bits of [16, 32] as const)
    for (const isLittle of [true, false])
      for (const mark of ['', '\ufeff'])
        for (const before of ['', '\n'])
          for (const label of [
            '',
            `utf-${bits}`,
            `utf-${bits}${isLittle ? 'le' : 'be'}`,
            'ucs-2',
            'utf-8',
            'iso-8859-1',
            'no-such',
          ]) {
            const text = `${mark}${before}${head(label)}Grüße 日本 🦀${TAIL}`;
            const what = `utf-${bits} ${isLittle} ${mark.length} ${before.length} ${label}`;
            assert.equal(titleOf(wide(text, bits, isLittle)), 'Grüße 日本 🦀', what);
            assert.equal(titleOf(wide(text, bits, isLittle), 'text/xml; charset=us-ascii'), 'Grüße 日本 🦀', what);
          }
});

const UTF8 = Buffer.from('Grüße').toString('hex');
const LATIN1 = Buffer.from('Grüße', 'latin1').toString('hex');
const CYRILLIC = 'cff0e8e2e5f2'; // windows-1251
/** What is declared, what the header says, the bytes, and how they are to be read. */
// biome-ignore format: one line for each
const TOLD: readonly (readonly [what: string, label: string, header: string | undefined, bytes: string, text: string])[] = [
  ['nothing, and it is UTF-8', '', undefined, UTF8, 'Grüße'],
  ['nothing, and it is not', '', undefined, LATIN1, 'Grüße'],
  ['text/xml without a charset: the declaration, not ASCII', 'windows-1251', 'text/xml', CYRILLIC, 'Привет'],
  ['application/xml without a charset', 'windows-1251', 'application/xml', CYRILLIC, 'Привет'],
  ['a type of another name', 'windows-1251', 'application/octet-stream', CYRILLIC, 'Привет'],
  ['text/html', 'windows-1251', 'text/html', CYRILLIC, 'Привет'],
  ['the header before the declaration', 'iso-8859-1', 'text/xml; charset=windows-1251', CYRILLIC, 'Привет'],
  ['a header nobody understands', 'windows-1251', 'text/xml; charset=no-such', CYRILLIC, 'Привет'],
  ['an empty charset', 'windows-1251', 'text/xml; charset=', CYRILLIC, 'Привет'],
  ['a header that is no type', 'windows-1251', ';;;=', CYRILLIC, 'Привет'],
  ['UTF-8 in the header, which the bytes deny', 'windows-1251', 'text/xml; charset=utf-8', CYRILLIC, 'Привет'],
  ['ASCII in the header, which the bytes deny', 'windows-1251', 'text/xml; charset=us-ascii', CYRILLIC, 'Привет'],
  ['UTF-8 declared, which the bytes deny', 'utf-8', undefined, LATIN1, 'Grüße'],
  ['UTF-16 declared, which the bytes deny', 'utf-16', undefined, LATIN1, 'Grüße'],
  ['UTF-16 declared over UTF-8', 'utf-16', undefined, UTF8, 'Grüße'],
  ['UTF-32 in the header over UTF-8', '', 'text/xml; charset=utf-32', UTF8, 'Grüße'],
  ['ISO-8859-1 declared over UTF-8', 'iso-8859-1', undefined, UTF8, 'Grüße'],
  ['ISO-8859-1 in the header over UTF-8', 'utf-8', 'text/xml; charset=iso-8859-1', UTF8, 'Grüße'],
  ['ISO-8859-1 with signs of windows-1252', 'iso-8859-1', undefined, '934f6e6594', '“One”'],
  ['ASCII with signs of windows-1252', 'us-ascii', undefined, '934f6e6594', '“One”'],
  ['a name nobody knows', 'x-no-such-thing', undefined, LATIN1, 'Grüße'],
  ['a name with blanks', ' windows-1251 ', undefined, CYRILLIC, 'Привет'],
  ['one stray byte in UTF-8', 'utf-8', undefined, `${UTF8}ff${UTF8}`, 'Grüße\ufffdGrüße'],
  ['a character cut in half', 'utf-8', undefined, `${UTF8}e697`, 'Grüße\ufffd'],
];

test('what wins when header, declaration and bytes disagree', () => {
  for (const [what, label, header, bytes, text] of TOLD)
    assert.equal(titleOf(document(label, hex(bytes)), header), text, what);
});

test('a byte order mark wins over header and declaration', () => {
  const marked = Buffer.concat([Buffer.from('\ufeff'), document('iso-8859-1', hex(UTF8))]);
  assert.equal(titleOf(marked, 'text/xml; charset=koi8-r'), 'Grüße');
  assert.equal(titleOf(Buffer.concat([Buffer.from('\ufeff\ufeff\n'), document('', hex(UTF8))])), 'Grüße');
});

test('the declaration is found after blanks, with single quotes and without any', () => {
  const bytes = (text: string) => Buffer.concat([Buffer.from(text), hex(CYRILLIC), Buffer.from(TAIL)]);
  const rest = '?><rss><channel><item><title>';
  assert.equal(titleOf(bytes(`\n\n<?xml version="1.0" encoding="windows-1251"${rest}`)), 'Привет');
  assert.equal(titleOf(bytes(`<?xml version='1.0' encoding='windows-1251' standalone='yes'${rest}`)), 'Привет');
  assert.equal(titleOf(bytes(`<?xml version=1.0 encoding=windows-1251${rest}`)), 'Привет');
  assert.equal(titleOf(bytes(`<?XML VERSION="1.0" ENCODING="WINDOWS-1251"${rest}`)), 'Привет');
});
