// Mail: one message to one address, handed to the operator's mail server within bounds. The one place that speaks SMTP.
// Never called inside a transaction, as nothing is that waits for others.

import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isMailAddress, type MailAddress, type MailServer } from './mail-server.ts';
import type { Resolve } from './names.ts';

export interface Mail {
  /** One address. */
  readonly to: string;
  /** Whatever it holds, it becomes one line. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Made of letters, digits and `_.-`. The same for every attempt at one message: mail programs show it once. */
  readonly id: string;
  /** When not the usual one. */
  readonly deadlineMs?: number;
  /** Ends it early, as the deadline would. */
  readonly signal?: AbortSignal;
  /** Filled in by boot for everyone; without it there is no mail here. */
  readonly via?: MailRoute;
}

export interface MailRoute {
  readonly server: MailServer;
  readonly from: MailAddress;
  /** For tests of certificates of one's own. */
  readonly ca?: string;
}

/**
 * `off`: no mail server is set. `address`: not one that mail can go to. `auth`: the server does not let us send, by our login or
 * in the name of our sender, which says nothing of whom it is for. `busy`: the server says to try later.
 * `refused`: it will not take this message, now or later; `ofWords`: it said so when it had all of it, for what is in it, as a
 * filter does, which says nothing of whom it is for. `answer` is what it said, as one line.
 */
export type MailFault = 'off' | 'address' | 'dns' | 'connect' | 'tls' | 'auth' | 'timeout' | 'busy' | 'refused';
export type Mailed =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: MailFault; readonly ofWords?: true; readonly answer?: string };

const DEADLINE_MS = 20_000;
const RESOLVE_MS = 5000;
const CONNECT_MS = 7000;
/** A server may have any number of addresses; so many are tried. */
const MAX_ADDRESSES = 3;
const MAX_SUBJECT = 200;

/** Never throws: a failure that is expected is a value. */
export async function sendMail(given: Mail, resolve: Resolve, nowMs: () => number): Promise<Mailed> {
  if (!given.via) return { ok: false, error: 'off' };
  if (!isMailAddress(given.to)) return { ok: false, error: 'address' };
  if (!/^[\w.-]{1,100}$/.test(given.id)) throw new Error('The id of a mail is a plain word.');
  const mail = { ...given, to: forAnyServer(given.to) };
  const via = { ...given.via, from: { ...given.via.from, address: forAnyServer(given.via.from.address) } };
  const { deadlineMs = DEADLINE_MS } = mail;
  const untilMs = performance.now() + deadlineMs;
  const addresses = await addressesOf(via.server.host, resolve);
  const message = await compose(mail, via, nowMs());
  let mailed: Mailed = { ok: false, error: 'dns' };
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    let greeted = false;
    const leftMs = untilMs - performance.now();
    mailed = await handOver(via, address, { ...mail, message, leftMs, onGreeting: () => (greeted = true) });
    if (mailed.ok || greeted || mailed.error !== 'connect') return mailed; // asking another might send it twice
  }
  return mailed;
}

/** With its domain in letters that every server on the way knows; a name before the @ that has others needs servers that take it. */
function forAnyServer(address: string): string {
  if (/^[ -~]*$/.test(address)) return address;
  const [, name = '', domain = ''] = /^(.*)@(.*)$/u.exec(address) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`;
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  return host === 'localhost' ? ['127.0.0.1', '::1'] : resolve(host, RESOLVE_MS);
}

/** Addresses go in as parts, never as text to be read; no file and no address is opened for the content. */
async function compose(mail: Mail, { from }: MailRoute, nowMs: number): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer({
    from: { ...from },
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject, MAX_SUBJECT),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    date: new Date(nowMs),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

interface Handing extends Pick<Mail, 'to' | 'signal'> {
  readonly message: Buffer;
  readonly leftMs: number;
  onGreeting(): void;
}

async function handOver(
  via: MailRoute,
  address: string,
  { to, message, leftMs, signal, onGreeting }: Handing,
): Promise<Mailed> {
  if (leftMs <= 0 || signal?.aborted) return { ok: false, error: 'timeout' };
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const { host, port, tls, login } = via.server;
  const connection = new SMTPConnection({
    host: address, // resolved by us; the certificate must still be that of the name
    port,
    secure: tls === 'whole',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'none',
    tls: { ...(isIP(host) ? {} : { servername: host }), ...(via.ca === undefined ? {} : { ca: via.ca }) },
    connectionTimeout: Math.min(CONNECT_MS, leftMs),
    greetingTimeout: leftMs,
    socketTimeout: leftMs,
    maxResponseSize: 65_536,
  });
  return new Promise((settle) => {
    const finish = (mailed: Mailed) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      settle(mailed); // the first is heard; closing says `end`, too
      connection.close();
    };
    const fail = (error: unknown) => finish(faultOf(error));
    const stop = () => finish({ ok: false, error: 'timeout' });
    const timer = setTimeout(stop, leftMs);
    signal?.addEventListener('abort', stop);
    const send = () => {
      connection.send({ from: via.from.address, to: [to] }, message, (error) =>
        error ? fail(error) : finish({ ok: true }),
      );
    };
    connection.on('error', fail);
    connection.on('end', () => finish({ ok: false, error: 'connect' }));
    connection.connect((error) => {
      if (error) return fail(error);
      onGreeting();
      if (login) connection.login({ ...login }, (refused) => (refused ? fail(refused) : send()));
      else send();
    });
  });
}

interface SmtpError {
  readonly code?: unknown;
  /** What was answered. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

const FAULTS: Readonly<Record<string, MailFault>> = {
  ETLS: 'tls',
  EAUTH: 'auth',
  ENOAUTH: 'auth',
  ETIMEDOUT: 'timeout',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
};

/** Said of the message, whose size goes with the sender. */
const TOO_LARGE = 552;

function faultOf(given: unknown): Mailed {
  const { code, command, responseCode, response, message } = given as SmtpError;
  const answer = typeof response === 'string' ? { answer: oneLine(response, 200) } : {};
  const isLater = typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500;
  const isTls = /certificate|SSL|TLS/i.test(String(message));
  const isOfSender = code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode !== TOO_LARGE;
  const known = isOfSender ? 'auth' : (FAULTS[String(code)] ?? (isTls ? 'tls' : 'connect'));
  const ofWords = code === 'EMESSAGE' && !isLater ? ({ ofWords: true } as const) : {};
  return { ok: false, error: isLater ? 'busy' : known, ...ofWords, ...answer };
}

function oneLine(text: string, most: number): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}
