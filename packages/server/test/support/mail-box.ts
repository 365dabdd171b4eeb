// A real mail server on this machine that keeps what it is handed, and answers as it is told.

import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Certificate } from './certificates.ts';
import { until } from './until.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it came over TLS. */
  readonly secure: boolean;
  readonly user: string | undefined;
  /** By their small names; folded lines are put together. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  /** As it came over the line. */
  readonly source: string;
}

export interface MailBox {
  readonly port: number;
  /** For SMTP_URL. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Refuses every recipient with this from now on; 0: takes them again; -1: says nothing any more; -2: takes mail, and denies it. */
  answerWith(code: number): void;
  /** Refuses our sender with this from now on; 0: takes it again. */
  refuseSender(code: number): void;
  /** Takes no mail from now on that says this anywhere, as a filter would; undefined: takes all again. */
  refuseWords(words: string | undefined): void;
  /** Ends when so many have come. */
  count(wanted: number): Promise<readonly ReceivedMail[]>;
}

interface BoxOptions {
  readonly tls?: 'whole' | 'upgrade';
  readonly certificate?: Certificate;
  readonly login?: { readonly user: string; readonly pass: string };
}

export async function givenMailBox(
  t: { after(clean: () => unknown): void },
  { tls, certificate, login }: BoxOptions = {},
): Promise<MailBox> {
  const received: ReceivedMail[] = [];
  let code = 0;
  let ofSender = 0;
  let words: string | undefined;
  const options: SMTPServerOptions = {
    secure: tls === 'whole',
    authOptional: login === undefined,
    disabledCommands: [...(tls === 'upgrade' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 1,
    ...(certificate ? { cert: certificate.cert, key: certificate.key } : {}),
    onAuth({ username, password }, _, done) {
      const fits = username === login?.user && password === login?.pass;
      done(fits ? null : new Error('Wrong'), fits ? { user: username } : undefined);
    },
    onMailFrom(_address, _, done) {
      done(ofSender === 0 ? null : Object.assign(new Error('not you'), { responseCode: ofSender }));
    },
    onRcptTo(_address, _, done) {
      if (code === -1) return;
      done(code <= 0 ? null : Object.assign(new Error('not\tnow'), { responseCode: code }));
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      const mail = read(Buffer.concat(chunks).toString('latin1'));
      if (words !== undefined && `${mail.subject} ${mail.text}`.includes(words)) {
        return done(Object.assign(new Error('looks like spam'), { responseCode: 554 }));
      }
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        secure: session.secure,
        user: session.user as string | undefined,
        ...mail,
      });
      done(code === -2 ? Object.assign(new Error('not taken'), { responseCode: 451 }) : null);
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined); // a client that breaks off
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const as = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@` : '';
  return {
    port,
    url: `smtp://${as}127.0.0.1:${port}`,
    received,
    answerWith: (next) => {
      code = next;
    },
    refuseSender: (next) => {
      ofSender = next;
    },
    refuseWords: (next) => {
      words = next;
    },
    async count(wanted) {
      await until(
        () => received.length >= wanted,
        () => `${wanted} mails come, and not ${received.length}`,
      );
      return received;
    },
  };
}

type Read = Pick<ReceivedMail, 'headers' | 'subject' | 'text' | 'source'>;

function read(source: string): Read {
  const { headers, body } = split(source);
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [{ headers, body }] : body.split(`--${boundary}`).slice(1, -1).map(split);
  const plain = parts.find((part) => !/text\/html/.test(part.headers.get('content-type') ?? ''));
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: plain ? decode(plain.body, plain.headers.get('content-transfer-encoding') ?? '7bit') : '',
    source,
  };
}

function split(text: string): { headers: ReadonlyMap<string, string>; body: string } {
  const [head = '', ...rest] = text.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n');
  const bytes =
    encoding === 'quoted-printable'
      ? body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : body;
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}
