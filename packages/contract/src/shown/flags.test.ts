// What is warned of, and what is not: a warning that is often wrong teaches people to look away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Flag, flagsOf, type Shown } from './flags.ts';

const of = (changes: Partial<Shown>) =>
  flagsOf({ kind: 'mail.send', title: 'Hello', preview: { format: 'plain', body: 'Hi.' }, ...changes });
const markdown = (body: string) => of({ preview: { format: 'markdown', body } });
const plain = (body: string) => of({ preview: { format: 'plain', body } });
const diff = (body: string) => of({ preview: { format: 'diff', body } });

const WARNED: readonly (readonly [Flag, Flag[]])[] = [
  ['hidden', plain('Zero\u200bwidth')],
  ['hidden', of({ title: '\u200b' })],
  ['hidden', of({ kind: 'pay\u00adment' })],
  ['hidden', of({ undo: 'a\ufeffb' })],
  ['hidden', plain('Hi \u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}')],
  ['hidden', plain(`Pa${'\u0301'.repeat(9)}y`)],
  ['hidden', of({ title: `o${'\u0300\u0489\u20dd'.repeat(4)}k` })],
  ['hidden', plain(`a${'\u0308'.repeat(120_000)}`)],
  ['bidi', plain('Pay \u202e0001\u202c')],
  ['bidi', of({ title: 'a\u2066b' })],
  ['control', plain('\u001b[2Kgone')],
  ['control', plain('over\rwritten')],
  ['look_alike', of({ title: 'Pay раypal.com' })],
  ['look_alike', markdown('[paypal.com](https://xn--aypal-uye.com)')],
  ['look_alike', of({ target_url: 'https://xn--80ak6aa92e.com/' })],
  ['look_alike', plain('see https://аррӏе.com/login')],
  ['link', markdown('[https://bank.example](https://evil.example)')],
  ['link', markdown('[https://bank.example [1]](https://evil.example)')],
  ['link', markdown('[bank.example](<https://bank.example.evil.tld/> "Bank")')],
  ['link', markdown('[bank.example][there]\n\n[There]: https://evil.example')],
  ['link', markdown('[bank.example]\n\n[bank.example]: https://evil.example')],
  ['link', markdown('[click](javascript:alert(1))')],
  ['link', markdown('[click]( data:text/html,x)')],
  ['link', markdown('[**bank.example**](https://evil.example)')],
  ['link', markdown('[b*an*k.example](https://evil.example)')],
  ['link', markdown('[`bank.example`](https://evil.example)')],
  ['link', markdown('[bank.example `]`](https://evil.example)')],
  ['link', markdown('[bank&#46;example](https://evil.example)')],
  ['link', markdown('[bank\\.example](https://evil.example)')],
  ['link', markdown('[![bank.example](/logo.png)](https://evil.example)')],
  ['link', markdown('[bank.example](\nhttps://evil.example)')],
  ['link', markdown('[Click](https&colon;//bank.example@evil.example)')],
  ['link', markdown('[click](javascript&#58;alert(1))')],
  ['link', markdown('<javascript:alert(1)>')],
  ['link', markdown('[bank.example][a\nb]\n\n[A B]: https://evil.example')],
  ['link', markdown('[bank.example][a\\]]\n\n[a\\]]: https://evil.example')],
  ['link', markdown('[bank.example]\n\n> - [bank.example]:\n>   https://evil.example')],
  ['link', markdown('[bank.example](not an address\n\n[bank.example]: https://evil.example')],
  ['link', markdown(`[${'long words '.repeat(40)}https://bank.example](https://evil.example)`)],
  ['link', plain('https://bank.example@evil.example/')],
  ['link', of({ target_url: 'https://bank.example:443@evil.example/' })],
  ['padding', plain(`Pay 10.${'\n'.repeat(30)}And then 9999.`)],
  ['padding', plain(`Pay 10.${' '.repeat(300)}And then 9999.`)],
  ['bad_diff', diff('--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n+and one more')],
  ['bad_diff', diff('no patch at all')],
];

for (const [n, [flag, found]] of WARNED.entries()) {
  test(`${flag} is found (${n})`, () => assert.ok(found.includes(flag), String(found)));
}

/** Ordinary texts in many scripts. None of them may be warned of. */
const ORDINARY = [
  'Dear Dana,\r\n\r\nthe refund of €129.00 is on its way.\r\n\r\n\tBest, Sam',
  'Überweisung an Straßenbau GmbH: 4.800,00 €. Grüße, Jürgen',
  'Le café est à côté ; « bonjour » — 12 000 €',
  'Здравствуйте, Анна! Счёт № 42 оплачен. Wi-Fi и USB-кабель.',
  'Καλημέρα, το τιμολόγιο είναι έτοιμο. Δ και Ω.',
  'مرحبا، تم دفع الفاتورة. می‌خواهم کتاب‌ها',
  'שלום, החשבונית שולמה.',
  'नमस्ते, क्‍या हाल है? श्री',
  'こんにちは。請求書をお送りします。10,000円',
  '您好，发票已付款。（共 3 项）',
  '안녕하세요, 송장이 지급되었습니다.',
  'สวัสดี ใบแจ้งหนี้ได้รับการชำระแล้ว',
  'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים', // three marks on a letter
  'བསྒྲུབས་ཧཱུྃ', // a stack of letters and its signs
  'ផ្ទះ៖ សួស្តី ក្រុង · မြန်မာ့ ကျွန်ုပ်တို့',
  'Việt Nam, ấ ệ; a\u0323\u0302\u0301\u0304\u030c\u0308\u0307\u0306 as a linguist may write it',
  'Great job 👩‍👩‍👧‍👦 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️ 1️⃣',
  'Meet at 9:00, room 4/2 (see mail); 5 < 6 && 7 > 3, x̄ = 12, 10 µs, 5 kΩ, CO₂',
];
for (const text of ORDINARY) {
  test(`ordinary text is no warning: ${text.slice(0, 30)}`, () => {
    assert.deepEqual([of({ title: text.replaceAll(/[\r\n]/g, ' ') }), plain(text), markdown(text)], [[], [], []]);
  });
}

test('ordinary markdown is no warning', () => {
  const body = `# Re: Refund

Hi [Dana](mailto:dana@acme.example), see [the order](https://acme.example/orders/1), [www.acme.example](https://acme.example),
[below](#terms), [a file](/files/1) and <https://acme.example>. Call \`a[i](j)\`. **[acme.example](https://acme.example/a_b)** or
[the \`list[0]\` of *acme.example*](https://docs.example/list), [acme\\.example](https&colon;//acme.example).

- [ ] one
- [x] two[^1]

![logo](https://acme.example/logo.png)

[^1]: a note
[acme]: https://acme.example
`;
  assert.deepEqual(markdown(body), []);
});

test('an ordinary patch is no warning', () => {
  const body = `diff --git a/src/page.ts b/src/page.ts
index 0123abc..4567def 100644
--- a/src/page.ts
+++ b/src/page.ts
@@ -1,3 +1,3 @@ export function page() {
 one
-two
+too

\\ No newline at end of file
`;
  assert.deepEqual(diff(body), []);
});

test('flags come in one order, each once', () => {
  assert.deepEqual(of({ title: '\u202e\u200b раy \u202e', preview: { format: 'diff', body: '\u0007' } }), [
    'hidden',
    'bidi',
    'look_alike',
    'control',
    'bad_diff',
  ]);
});

const ENOUGH_MS = 150;

/** Of the processor, at most so many times: the first ones are interpreted until they are compiled, later on a busy machine. */
function quickestOf(tries: number, work: () => unknown): number {
  let quickest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && quickest >= ENOUGH_MS; n++) {
    const spent = process.threadCpuUsage();
    work();
    quickest = Math.min(quickest, process.threadCpuUsage(spent).user / 1000);
  }
  return quickest;
}

test('the largest text costs little, whatever it is made of', () => {
  const size = 262_144;
  const pieces = [
    'a',
    ' ',
    '\n',
    '\u200b',
    '👨\u200d',
    'क\u200d',
    '☺\ufe0f',
    '\u0301',
    'a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308',
    'раypal ',
    'рa',
    '[',
    '[]',
    '\\[',
    '[x](<',
    '[a`b`](',
    '[`]`',
    '`[` ',
    '[&#46;](x)',
    '[_*~](x)',
    Array.from({ length: 60 }, (_, n) => `${'`'.repeat(n + 1)}a`).join(''),
    '[a\n',
    '[a]:\n\n',
    '[a]: b\n[a]\n',
    '[https://a.example](https://b.example) ',
    'https://xn--aypal-uye.com ',
    `https://${'ä'.repeat(60)} `,
    `https://${'ä'.repeat(200)} `,
    'http://',
    `a${'1'.repeat(1000)}`,
    '+a\n',
    '@@ -1,9 +1,9 @@\n',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    for (const format of ['markdown', 'diff'] as const) {
      const body = format === 'diff' ? `@@ -1,300000 +1,300000 @@\n${text}` : text;
      const ms = quickestOf(5, () => of({ preview: { format, body } }));
      assert.ok(ms < ENOUGH_MS, `${format} of ${JSON.stringify(piece.slice(0, 20))}: ${ms} ms`);
    }
  }
});
