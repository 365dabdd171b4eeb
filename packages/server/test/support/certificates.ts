// Certificates made on the spot, good ones and bad ones: X.509 by hand, for Node can sign them but not write them.

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface Authority extends Certificate {
  issue(wanted: Wanted): Certificate;
}

export interface Wanted {
  /** Names and IPv4 addresses it is for. */
  readonly names: readonly string[];
  /** Days from now; negative ones are past. */
  readonly from?: number;
  readonly until?: number;
}

const OIDS = {
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
  subjectKeyIdentifier: [0x55, 0x1d, 0x0e],
  authorityKeyIdentifier: [0x55, 0x1d, 0x23],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};

export function makeAuthority(name = 'Test authority'): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name, ...keys };
  const own = write({ issuer, subject: issuer, names: [], from: -1, until: 365, isAuthority: true });
  return {
    ...own,
    issue({ names, from = -1, until = 30 }) {
      const subject = { name: names[0] ?? '', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
      return write({ issuer, subject, names, from, until, isAuthority: false });
    },
  };
}

/** Signed by nobody but itself. */
export function makeSelfSigned({ names, from = -1, until = 30 }: Wanted): Certificate {
  const subject = { name: names[0] ?? '', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  return write({ issuer: subject, subject, names, from, until, isAuthority: false });
}

interface Party {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

interface Draft {
  readonly issuer: Party;
  readonly subject: Party;
  readonly names: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly isAuthority: boolean;
}

let serial = 0;

function write({ issuer, subject, names, from, until, isAuthority }: Draft): Certificate {
  const algorithm = sequence(oid(OIDS.ecdsaWithSha256));
  const body = sequence(
    tagged(0xa0, integer(2)), // version 3
    integer(++serial),
    algorithm,
    distinguished(issuer.name),
    sequence(time(from), time(until)),
    distinguished(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        extension(OIDS.basicConstraints, sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : []))),
        extension(OIDS.subjectKeyIdentifier, tagged(0x04, identifierOf(subject.publicKey))),
        extension(OIDS.authorityKeyIdentifier, sequence(tagged(0x80, identifierOf(issuer.publicKey)))),
        ...(names.length === 0 ? [] : [extension(OIDS.subjectAltName, sequence(...names.map(generalName)))]),
      ),
    ),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...contents: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...contents);
}

function oid(bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

/** Small and not negative. */
function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([0, value >> 8, value & 0xff]).subarray(value < 0x80 ? 2 : value < 0x8000 ? 1 : 0));
}

function distinguished(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid(OIDS.commonName), tagged(0x0c, Buffer.from(name)))));
}

/** YYYYMMDDHHMMSSZ. */
function time(days: number): Buffer {
  const moment = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(moment));
}

function extension(name: readonly number[], value: Buffer): Buffer {
  return sequence(oid(name), tagged(0x04, value));
}

function generalName(name: string): Buffer {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name);
  return isAddress ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name));
}

function identifierOf(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}
