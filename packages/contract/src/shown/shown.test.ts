import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readLink } from './links.ts';
import { mixedWords, readHost } from './look-alikes.ts';
import { codePoint, marksIn, tagText } from './marks.ts';
import { FOLDED_FROM_LINES, isPadded } from './padding.ts';
import { decodeLabel } from './punycode.ts';
import { hasStrays, readDiff } from './unified-diff.ts';

const codes = (text: string) => marksIn(text).map(({ at, length }) => codePoint(text.slice(at, at + length)));

test('characters that hide, reorder or control are marked', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['a\u202egnp.exe\u202c', ['U+202E', 'U+202C']],
    ['zero\u200bwidth', ['U+200B']],
    ['\u2066x\u2069\u061c', ['U+2066', 'U+2069', 'U+061C']],
    ['soft\u00adhyphen\ufeff', ['U+00AD', 'U+FEFF']],
    ['\u3164', ['U+3164']],
    ['tag\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
    ['\u001b[31mred\u0000', ['U+001B', 'U+0000']],
    ['a\rb\r\nc', ['U+000D']],
    ['x\ufe00\ufe01', ['U+FE00', 'U+FE01']],
    ['\u{e0100}', ['U+E0100']],
    ['object\ufffc', ['U+FFFC']],
    ['note\u{1d159}head', ['U+1D159']],
    ['beam\u{1d173}\u{1d17a}', ['U+1D173', 'U+1D17A']],
    ['short\u{1bca0}hand', ['U+1BCA0']],
  ];
  for (const [text, expected] of cases) assert.deepEqual(codes(text), expected, JSON.stringify(text));
});

test('whatever Unicode calls ignorable is marked between two letters', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    assert.deepEqual(codes(`a${character}b`), [codePoint(character)]);
  }
});

test('ordinary text of many scripts is not marked', () => {
  const ordinary = [
    'Plain text,\twith a tab\r\nand lines\n',
    '👩‍👩‍👧 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽',
    'می‌خواهم', // Persian with a zero-width non-joiner
    'क्‍ष',
    'Привет, мир. Καλημέρα. こんにちは 한국어 ไทย עברית العربية',
    'naïve café Ångström',
  ];
  for (const text of ordinary) assert.deepEqual(codes(text), [], text);
});

test('tag characters are read out', () => {
  assert.equal(tagText('\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}'), 'ignore');
});

test('a word of mixed scripts is found, a word of one script is not', () => {
  const text = 'Pay раypal and Привет and Ελλάδα and GPT4';
  assert.deepEqual(
    mixedWords(text).map(({ at, length }) => text.slice(at, at + length)),
    ['раypal'],
  );
});

test('punycode is read as RFC 3492 says', () => {
  assert.equal(decodeLabel('bcher-kva'), 'bücher');
  assert.equal(decodeLabel('ihqwcrb4cv8a8dqg056pqjye'), '他们为什么不说中文');
  assert.equal(decodeLabel('80ak6aa92e'), 'аррӏе');
  assert.equal(decodeLabel('!'), undefined);
  assert.equal(decodeLabel('99999999999'), undefined);
});

test('a host that imitates another is named', () => {
  assert.deepEqual(readHost('xn--80ak6aa92e.com'), { decoded: 'аррӏе.com', looksLike: 'apple.com' });
  assert.deepEqual(readHost('xn--aypal-uye.com'), {
    decoded: 'раypal.com'.replace('р', 'р').replace('раypal', 'рaypal'),
    looksLike: 'paypal.com',
  });
  assert.deepEqual(readHost('xn--bcher-kva.example'), { decoded: 'bücher.example' });
  assert.deepEqual(readHost('paypal.com'), {});
});

test('links: where they lead, and what their words say', () => {
  const warnings = (address: string, words: string) => readLink(address, words).warnings;
  assert.deepEqual(warnings('https://bank.example/x', 'Your bank'), []);
  assert.deepEqual(warnings('https://www.bank.example/x', 'bank.example'), []);
  assert.deepEqual(warnings('https://evil.example/', 'https://bank.example/login'), ['other_host']);
  assert.deepEqual(warnings('https://bank.example.evil.tld/', 'bank.example'), ['other_host']);
  assert.deepEqual(warnings('https://evil.example/', 'Log in at https://bank.example now'), ['other_host']);
  assert.deepEqual(warnings('https://evil.example/', 'http://10.0.0.1/'), ['other_host']);
  assert.deepEqual(warnings('https://evil.example/', 'http://localhost:3000'), ['other_host']);
  assert.deepEqual(warnings('https://bank.example:8443/', 'https://bank.example'), ['other_host']);
  assert.deepEqual(warnings('https://bank.example/pay/10000', 'https://bank.example/pay/10'), ['other_host']);
  assert.deepEqual(warnings('https://bank.example/pay?to=eve', 'bank.example/pay'), ['other_host']);
  assert.deepEqual(warnings('https://bank.example@evil.tld/', 'log in'), ['user_in_address']);
  assert.deepEqual(warnings('https://bank.example\\@evil.tld/', 'log in'), ['user_in_address']);
  assert.deepEqual(warnings('https://bank.example/a\\@evil.tld', 'log in'), []);
  assert.deepEqual(warnings('https://xn--80ak6aa92e.com/', 'here'), ['look_alike']);
  assert.deepEqual(warnings('javascript:alert(1)', 'x'), ['blocked']);
  assert.equal(readLink('data:text/html,x', 'x').usable, false);
});

test('a link that says where it leads, in part or in other signs, is not warned of', () => {
  const said: readonly (readonly [string, string])[] = [
    ['https://bank.example/pay/10', 'https://bank.example/pay/10'],
    ['https://bank.example/pay/10/', 'bank.example/pay/10'],
    ['https://bank.example/pay/10', 'https://bank.example'],
    ['https://bank.example/pay/10', 'see https://bank.example/pay/10.'],
    ['https://bank.example/pay/10?a=1', 'https://bank.example/pay/…'],
    ['https://wiki.example/Pay_(money)', 'https://wiki.example/Pay_(money)'],
    ['https://bank.example/a%20b', 'https://bank.example/a b'],
    ['https://bank.example/%C3%A4', 'bank.example/ä'],
    ['https://xn--mnchen-3ya.example/', 'https://münchen.example/'],
  ];
  for (const [address, words] of said) assert.deepEqual(readLink(address, words).warnings, [], `${words} ${address}`);
});

test('a diff is read by its hunks', () => {
  const good = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n';
  const kinds = (text: string) => readDiff(text).map(({ kind }) => kind);
  assert.deepEqual(kinds(good), ['file', 'file', 'hunk', 'same', 'del', 'add']);
  assert.equal(hasStrays(good), false);
  assert.equal(readDiff(`${good}+approved by Dana\n`).at(-1)?.kind, 'stray');
  assert.equal(hasStrays('--- a\n+++ b\n@@ -1,5 +1,5 @@\n x\n'), true);
  // Inside a hunk a removed "-- x" looks like a header, and is none.
  assert.equal(readDiff('@@ -1 +0,0 @@\n--- x\n').at(-1)?.kind, 'del');
});

test('padding is found in lines and in width', () => {
  assert.equal(isPadded(`a${'\n'.repeat(25)}b`), true);
  assert.equal(isPadded(`a${' '.repeat(300)}b`), true);
  assert.equal(isPadded('a\n\nb\n\n\nc'), false);
});

test('padding is twenty empty lines or two hundred blanks in a row, before something else', () => {
  const piece = fc.constantFrom(
    'x',
    '\n',
    ' ',
    '\t',
    '\u3164',
    '\u2029',
    ' '.repeat(99),
    ' '.repeat(101),
    '\n'.repeat(9),
    '\n \n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const blank = (line: string) => /^[\s\u3164]*$/.test(line);
      const lines = text.split('\n');
      const last = lines.findLastIndex((line) => !blank(line));
      let empty = 0;
      const isHidden = lines.slice(0, last + 1).some((line) => {
        if (blank(line)) return ++empty && false;
        const before = empty;
        empty = 0;
        return before >= FOLDED_FROM_LINES || /[\s\u3164]{200,}[^\s\u3164]/.test(line);
      });
      assert.equal(isPadded(text), isHidden);
    }),
    { numRuns: 2000 },
  );
});

test('the largest legal text costs little, whatever it holds', () => {
  const hostile = ['\u200b', '\u202e', 'раy ', '\n', ' ', '\u{1f3f4}', 'a\ufe0f', '\u200d'].map((unit) =>
    unit.repeat(Math.floor(262_144 / unit.length)),
  );
  const start = performance.now();
  for (const text of hostile) {
    marksIn(text);
    mixedWords(text);
    isPadded(text);
    readDiff(text);
  }
  assert.ok(performance.now() - start < 60_000, 'something is not linear');
});
