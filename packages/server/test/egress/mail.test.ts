// Mail goes to the operator's server and nowhere else, over TLS where it leaves the machine; nothing in it becomes a header.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { type Mail, type MailRoute, sendMail } from '../../src/world/mail.ts';
import { isMailAddress, parseMailAddress, parseMailServer } from '../../src/world/mail-server.ts';
import { makeAuthority, makeSelfSigned } from '../support/certificates.ts';
import { givenMailBox, type MailBox } from '../support/mail-box.ts';

const authority = makeAuthority();
const NAME = 'mail.test';
const AT_MS = Date.UTC(2026, 10, 15, 12);

const mailTo = (to: string, rest: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Hello',
  text: 'Hi',
  id: 'm1',
  ...rest,
});
const send = (mail: Mail, url: string, rest: Partial<MailRoute> = {}) =>
  sendMail(
    { ...mail, via: { server: parseMailServer(url), from: parseMailAddress('Inbox <inbox@example.com>'), ...rest } },
    async () => ['127.0.0.1'],
    () => AT_MS,
  );

test('a message arrives whole: sender, recipient, subject, text, its id and its moment', async (t) => {
  const box = await givenMailBox(t);
  const text = `Grüße,\n.\na link: https://inbox.example/signin#t=${'x'.repeat(43)}&more=${'y'.repeat(80)}\n`;
  const sent = await send(mailTo('dana@example.com', { subject: 'Größe – ✓', text, html: '<p>Grüße</p>' }), box.url);
  assert.deepEqual(sent, { ok: true });
  const [mail] = await box.count(1);
  assert.partialDeepStrictEqual(mail, { from: 'inbox@example.com', to: ['dana@example.com'], subject: 'Größe – ✓' });
  assert.equal(mail?.text.trimEnd(), text.trimEnd());
  assert.equal(mail?.headers.get('from'), 'Inbox <inbox@example.com>');
  assert.equal(mail?.headers.get('message-id'), '<m1@example.com>');
  assert.equal(mail?.headers.get('date'), 'Sun, 15 Nov 2026 12:00:00 +0000');
  assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated');
  assert.match(mail?.source ?? '', /text\/html/);
});

test('no text becomes a header, a second recipient or a command', async (t) => {
  const box = await givenMailBox(t);
  const subject = 'x\r\nBcc: evil@example.com\r\n\r\nbody\u2028\0 y';
  const text = 'a\r\n.\r\nMAIL FROM:<evil@example.com>\r\nRCPT TO:<evil@example.com>\r\n';
  assert.deepEqual(await send(mailTo('dana@example.com', { subject, text }), box.url), { ok: true });
  const [mail] = await box.count(1);
  assert.deepEqual(mail?.to, ['dana@example.com']);
  assert.equal(mail?.headers.has('bcc'), false);
  assert.equal(mail?.subject, 'x Bcc: evil@example.com body y');
  assert.match(mail?.text ?? '', /^a\n\.\nMAIL FROM/);
  for (const to of HOSTILE) assert.deepEqual(await send(mailTo(to), box.url), { ok: false, error: 'address' }, to);
  assert.equal(box.received.length, 1);
});

const HOSTILE = [
  'a@b.example, c@d.example',
  'a,c@b.example',
  'a;c@b.example',
  'Dana <dana@b.example>',
  'a@b.example>',
  'a\r\nRCPT TO:<c@d.example>@b.example',
  'a@b.example\r\nBcc: c@d.example',
  '"a b"@b.example',
  'list: a@b.example;',
  'a@b.example\u0000',
  'a@b@c.example',
  'a@-b.example',
  'a@b..example',
  'a@[127.0.0.1]',
  '',
];

test('plain addresses are addresses', () => {
  for (const good of [
    'a@b',
    'dana.novak+inbox@mail.example',
    "o'neil@example.com",
    'dana@bücher.example',
    'a_b-c@x1.y2',
  ]) {
    assert.ok(isMailAddress(good), good);
  }
  for (const bad of HOSTILE) assert.ok(!isMailAddress(bad), bad);
});

test('away from this machine there is TLS with a certificate for the name, or there is no mail', async (t) => {
  const good = authority.issue({ names: [NAME] });
  const login = { user: 'inbox@example.com', pass: 'p@ss:word' };
  const from = { ca: authority.cert };
  const at = ({ port }: MailBox, scheme = 'smtp') => `${scheme}://inbox%40example.com:p%40ss%3Aword@${NAME}:${port}`;

  const upgrading = await givenMailBox(t, { tls: 'upgrade', certificate: good, login });
  assert.deepEqual(await send(mailTo('a@b.example'), at(upgrading), from), { ok: true });
  assert.partialDeepStrictEqual(upgrading.received[0], { secure: true, user: login.user });

  const whole = await givenMailBox(t, { tls: 'whole', certificate: good, login });
  assert.deepEqual(await send(mailTo('a@b.example'), at(whole, 'smtps'), from), { ok: true });
  assert.equal(whole.received[0]?.secure, true);

  const plain = await givenMailBox(t, { login });
  assert.partialDeepStrictEqual(await send(mailTo('a@b.example'), at(plain), from), { ok: false, error: 'tls' });
  for (const certificate of [authority.issue({ names: ['other.test'] }), makeSelfSigned({ names: [NAME] })]) {
    const box = await givenMailBox(t, { tls: 'upgrade', certificate, login });
    assert.partialDeepStrictEqual(await send(mailTo('a@b.example'), at(box), from), { ok: false, error: 'tls' });
    assert.equal(box.received.length, 0);
  }
});

test('each failure is a value that says what it was', async (t) => {
  const box = await givenMailBox(t, { login: { user: 'u', pass: 'right' } });
  const wrong = await send(mailTo('a@b.example'), box.url.replace('right', 'wrong'));
  assert.partialDeepStrictEqual(wrong, { ok: false, error: 'auth' });
  box.answerWith(451);
  assert.deepEqual(await send(mailTo('a@b.example'), box.url), { ok: false, error: 'busy', answer: '451 not now' });
  box.answerWith(550);
  assert.deepEqual(await send(mailTo('a@b.example'), box.url), { ok: false, error: 'refused', answer: '550 not now' });
  box.answerWith(0);
  for (const [code, error] of [
    [550, 'auth'],
    [553, 'auth'],
    [451, 'busy'],
    [552, 'refused'],
  ] as const) {
    box.refuseSender(code); // of whom it is for nothing is said
    assert.deepEqual(await send(mailTo('a@b.example'), box.url), { ok: false, error, answer: `${code} not you` });
  }
  assert.deepEqual(await send(mailTo('a@b.example'), 'smtp://127.0.0.1:1'), { ok: false, error: 'connect' });
  const nobody = sendMail(
    {
      ...mailTo('a@b.example'),
      via: { server: parseMailServer('smtp://nowhere.test'), from: { name: '', address: 'a@b' } },
    },
    async () => [],
    () => AT_MS,
  );
  assert.deepEqual(await nobody, { ok: false, error: 'dns' });
  assert.deepEqual(await sendMail(mailTo('a@b.example'), async () => [], Date.now), { ok: false, error: 'off' });
  assert.equal(box.received.length, 0);
});

test('a mail domain with letters beyond ASCII is written so that every server on the way knows it', async (t) => {
  const lines: string[] = [];
  const port = await listening(t, (socket) => {
    socket.write('220 old\r\n');
    createInterface(socket).on('line', (line) => {
      lines.push(line);
      if (!/^(EHLO|MAIL|RCPT|DATA|\.$)/.test(line)) return;
      socket.write(line === 'DATA' ? '354 go on\r\n' : /[^ -~]/.test(line) ? '553 no\r\n' : '250 fine\r\n');
    });
  });
  const via = {
    server: parseMailServer(`smtp://127.0.0.1:${port}`),
    from: parseMailAddress('Inbox <inbox@köln.example>'),
  };
  const mailed = await sendMail({ ...mailTo('dana@bücher.example'), via }, async () => [], Date.now);
  assert.deepEqual(mailed, { ok: true }, lines.join('\n'));
  for (const line of ['RCPT TO:<dana@xn--bcher-kva.example>', 'Message-ID: <m1@xn--kln-sna.example>'])
    assert.ok(lines.includes(line), line);
});

test('a server that says nothing, or breaks off, holds nobody up for longer than the deadline', async (t) => {
  const silent = await listening(t, () => undefined);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = send(mailTo('a@b.example'), `smtp://127.0.0.1:${silent}`);
  await silentConnection;
  t.mock.timers.tick(20_000);
  assert.partialDeepStrictEqual(await waiting, { ok: false, error: 'timeout' });
  t.mock.timers.reset();

  const rude = await listening(t, (socket) => socket.end('220 hello\r\n'));
  assert.partialDeepStrictEqual(await send(mailTo('a@b.example'), `smtp://127.0.0.1:${rude}`), {
    ok: false,
    error: 'connect',
  });
});

const { promise: silentConnection, resolve: connected } = Promise.withResolvers<void>();

async function listening(t: TestContext, onSocket: (socket: import('node:net').Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    onSocket(socket);
    connected();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as import('node:net').AddressInfo).port;
}

test('SMTP_URL says how: TLS unless the server is this machine or tls=off was said', () => {
  assert.deepEqual(parseMailServer('smtp://mail.example'), { host: 'mail.example', port: 587, tls: 'upgrade' });
  assert.deepEqual(parseMailServer('smtps://mail.example/'), { host: 'mail.example', port: 465, tls: 'whole' });
  assert.deepEqual(parseMailServer('smtp://u:p%25@[::1]:25'), {
    host: '::1',
    port: 25,
    tls: 'none',
    login: { user: 'u', pass: 'p%' },
  });
  assert.equal(parseMailServer('smtp://mailpit:1025?tls=off').tls, 'none');
  for (const bad of [
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://x/y',
    'smtp://x?tls=on',
    'smtps://x?tls=off',
  ])
    assert.throws(() => parseMailServer(bad), Error, bad);
  assert.deepEqual(parseMailAddress('Ops Team <a@b.example>'), { name: 'Ops Team', address: 'a@b.example' });
  for (const bad of ['nobody', 'A <a@b> <c@d>', 'a@b\r\nBcc: c@d'])
    assert.throws(() => parseMailAddress(bad), Error, bad);
});
