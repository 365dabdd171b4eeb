// `countersign audit verify FILE`: checks an exported audit log on this machine, without a server or a database.

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type AuditFileReport, checkAuditFile } from '@countersign/contract/audit-file';
import type { PublicJwk } from '@countersign/contract/checkpoint';
import { proving } from '../base/proving.ts';
import { realWorld } from '../world/world.ts';
import { print } from './print.ts';

const USAGE = `Check an audit log that was exported with GET /v1/audit/export.

  countersign audit verify FILE [--jwks FILE|URL] [--checkpoint FILE]

  FILE          the export, or - for what comes in on stdin
  --jwks        the server's public keys: its /.well-known/jwks.json, as an address or a file.
                With them every row must be covered by a signature.
  --checkpoint  a signed checkpoint that was kept elsewhere; the export must reach at least as far.

It says what it finds, and ends with 0 when everything holds, else with 1.`;

const FETCH_MS = 15_000;
const MAX_JWKS_BYTES = 1_048_576;

export async function audit(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return print(USAGE);
  const words = wordsOf(args);
  if (words) return verify(words);
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}

interface Words {
  readonly file: string;
  readonly jwks: string | undefined;
  readonly checkpoint: string | undefined;
}

/** Undefined when they make no sense. */
function wordsOf(args: readonly string[]): Words | undefined {
  const text = { type: 'string' } as const;
  try {
    const options = { jwks: text, checkpoint: text };
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [verb, file, ...more] = positionals;
    if (verb !== 'verify' || file === undefined || more.length > 0) return undefined;
    return { file, jwks: values.jwks, checkpoint: values.checkpoint };
  } catch {
    return undefined; // an option there is not
  }
}

async function verify({ file, jwks, checkpoint }: Words): Promise<void> {
  const keys = jwks === undefined ? undefined : await readKeys(jwks);
  const kept = checkpoint === undefined ? [] : [await readFile(checkpoint, 'utf8').catch(unreadable(checkpoint))];
  const input = file === '-' ? process.stdin : createReadStream(file);
  const failed = new Promise<never>((_, reject) => input.once('error', () => reject(unreadableError(file))));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const report = await Promise.race([checkAuditFile(lines, proving, { keys, kept }), failed]);
  for (const line of wordsOn(report, keys !== undefined)) print(line);
  if (!report.ok) process.exitCode = 1;
}

/** What an operator reads, a line each. */
function wordsOn(report: AuditFileReport, checked: boolean): string[] {
  const { ok, rows, head, unsealed, erased, signed, first_bad_seq, why } = report;
  return [
    ok ? `The log holds: ${rows} rows.` : `NOT TO BE TRUSTED from row ${first_bad_seq} on: ${why}.`,
    ...(head === null ? [] : [`Last row that holds: ${rows}, ${head}`]),
    ...(signed ? [`Signed for up to row ${signed.seq} on ${new Date(signed.at * 1000).toISOString()}`] : []),
    ...(checked ? [] : ['Signatures were not looked at: give the keys with --jwks.']),
    ...(erased > 0 ? [`The values of ${erased} rows were erased.`] : []),
    ...(unsealed > 0 ? [`${unsealed} rows at the end had no place in the chain yet.`] : []),
  ];
}

async function readKeys(where: string): Promise<readonly PublicJwk[]> {
  const text = /^https?:\/\//.test(where)
    ? await fetched(where)
    : await readFile(where, 'utf8').catch(unreadable(where));
  const { keys } = parsed(text, where) as { keys?: unknown };
  const usable = Array.isArray(keys) ? keys.filter(isPublicJwk) : [];
  if (usable.length === 0) throw new Error(`${where} holds no Ed25519 keys.`);
  return usable;
}

async function fetched(url: string): Promise<string> {
  const headers = { accept: 'application/jwk-set+json, application/json' };
  const bounds = { deadlineMs: FETCH_MS, maxBytes: MAX_JWKS_BYTES, allowPrivate: true }; // the operator names the address
  const answer = await realWorld('error').request({ url, method: 'GET', headers, ...bounds });
  if ('error' in answer) throw new Error(`${url} could not be read: ${answer.error}.`);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return answer.body;
}

function parsed(text: string, where: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error(`${where} is not JSON.`);
  }
}

function isPublicJwk(key: Partial<PublicJwk> | null): key is PublicJwk {
  const isEd25519 = key?.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.kid === 'string';
  return isEd25519 && /^[A-Za-z0-9_-]{43}$/.test(String(key.x));
}

function unreadable(file: string): () => never {
  return () => {
    throw unreadableError(file);
  };
}

function unreadableError(file: string): Error {
  return new Error(`${file} cannot be read.`);
}
