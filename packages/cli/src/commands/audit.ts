// `countersign audit`: saves the audit log, and checks it on this machine: every row, every hash, every signature.

import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { type AuditFileReport, type AuditFileTrust, checkAuditFile } from '@countersign/contract/audit-file';
import type { Proving, PublicJwk } from '@countersign/contract/checkpoint';
import type { Countersign } from '@countersign/sdk';
import { command, type Words } from '../command.ts';
import { clientAt, connect } from '../connection.ts';
import { Failure, UsageError } from '../failure.ts';
import { withoutMark } from '../json-source.ts';
import { linesOf } from '../lines.ts';
import { flowsUntilNobodyReads, isTerminal, paint, print, withProgress } from '../terminal.ts';
import { moment, visible } from '../text.ts';

const OPTIONS = {
  jwks: {
    type: 'string',
    value: 'FILE|URL',
    says: 'The public keys of the server: its /.well-known/jwks.json. With them every row must be signed for',
  },
  checkpoint: {
    type: 'string',
    value: 'FILE',
    says: 'A checkpoint that was kept elsewhere; the log must reach at least as far, with the same rows',
  },
  csv: { type: 'boolean', says: 'Export CSV, for reading; it cannot be verified' },
} as const;

type Given = Words<typeof OPTIONS>['values'];

export const audit = command({
  name: 'audit',
  summary: 'Save the audit log, and check that nothing in it was changed',
  takes: ['export|verify', '[FILE]'],
  about:
    'verify looks at an export (- is standard input), or without FILE at the log of the server, on this machine either way. ' +
    'It ends with 0 when everything holds, else with 1. export prints the log, oldest first; it needs the scope admin.',
  options: OPTIONS,
  examples: [
    ['countersign audit verify', 'Fetch the log and the keys, and check them'],
    ['countersign audit export > audit.ndjson', 'Save it'],
    ['countersign audit verify audit.ndjson --jwks jwks.json --checkpoint kept.txt', 'Check it, without any server'],
  ],
  async run({ values, positionals: [verb, file] }) {
    if (verb === 'export' && file === undefined) return exportLog(await connect(values), values);
    if (verb === 'verify')
      return file === undefined ? checkServer(await connect(values), values) : checkFile(file, values);
    throw new UsageError('Say `audit verify [FILE]` or `audit export`.');
  },
});

async function exportLog(client: Countersign, { csv }: Given): Promise<number> {
  flowsUntilNobodyReads();
  for await (const text of client.exportAudit({ format: csv ? 'csv' : 'json' })) {
    if (!process.stdout.write(isTerminal ? visible(text).text : text))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return 0;
}

async function checkServer(client: Countersign, values: Given): Promise<number> {
  const { keys } = values.jwks === undefined ? await client.getJwks() : { keys: await keysAt(values.jwks) };
  return check(linesOf(client.exportAudit()), values, keys as readonly PublicJwk[]);
}

async function checkFile(file: string, values: Given): Promise<number> {
  const keys = values.jwks === undefined ? undefined : await keysAt(values.jwks);
  return check(linesOf(chunksOf(file)), values, keys);
}

async function* chunksOf(file: string): AsyncGenerator<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  try {
    for await (const chunk of input.setEncoding('utf8')) yield chunk as string;
  } catch {
    throw new Failure(`${file} cannot be read.`);
  }
}

async function check(lines: AsyncIterable<string>, values: Given, keys: AuditFileTrust['keys']): Promise<number> {
  const kept = values.checkpoint === undefined ? [] : [textIn(values.checkpoint).replaceAll('\r\n', '\n')];
  let seen = 0;
  const counted = (async function* () {
    for await (const given of lines) {
      const line = seen === 0 ? withoutMark(given) : given;
      if (line.trim() !== '') seen++;
      yield line;
    }
  })();
  const report = await withProgress(() => `Checking … ${seen} rows`, checkAuditFile(counted, proving, { keys, kept }));
  // What an export leaves that failed. Of nothing, everything holds.
  if (seen === 0) throw new Failure('There is nothing to check: it is empty.', 'Every log has rows: export it again.');
  if (values.json) print(JSON.stringify({ ...report, signatures_checked: keys !== undefined }));
  else for (const line of wordsOn(report, keys !== undefined)) print(line);
  return report.ok ? 0 : 1;
}

function wordsOn(report: AuditFileReport, isSigned: boolean): string[] {
  const { ok, rows, head, unsealed, erased, signed, first_bad_seq, why } = report;
  return [
    ok
      ? paint('green', `The log holds: ${rows} rows.`)
      : paint('red', `NOT TO BE TRUSTED from row ${first_bad_seq} on: ${why}.`),
    ...(head === null ? [] : [`Last row that holds: ${rows}, ${head}`]),
    ...(signed ? [`Signed for up to row ${signed.seq} on ${moment(signed.at)}`] : []),
    ...(isSigned ? [] : ['Signatures were not looked at: give the keys with --jwks.']),
    ...(erased > 0 ? [`The values of ${erased} rows were erased.`] : []),
    ...(unsealed > 0 ? [`${unsealed} rows at the end had no place in the chain yet.`] : []),
  ];
}

/** What the contract's proofs ask of their platform. */
const proving: Proving = {
  sha256: (input) => createHash('sha256').update(input).digest('hex'),
  verifies: ({ kty, crv, x }, text, signature) =>
    verify(null, Buffer.from(text), createPublicKey({ key: { kty, crv, x }, format: 'jwk' }), signature),
};

async function keysAt(where: string): Promise<readonly PublicJwk[]> {
  const isAddress = /^https?:\/\//.test(where);
  const { keys } = isAddress
    ? await clientAt(where.replace(/\/\.well-known\/jwks\.json$/, ''), undefined).getJwks()
    : (parsed(textIn(where), where) as { keys?: unknown });
  const usable = Array.isArray(keys) ? keys.filter(isPublicJwk) : [];
  if (usable.length === 0) throw new Failure(`${where} holds no Ed25519 keys.`);
  return usable;
}

function isPublicJwk(key: Partial<PublicJwk> | null): key is PublicJwk {
  const isEd25519 = key?.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.kid === 'string';
  return isEd25519 && /^[A-Za-z0-9_-]{43}$/.test(String(key.x));
}

function textIn(file: string): string {
  try {
    return withoutMark(readFileSync(file, 'utf8'));
  } catch {
    throw new Failure(`${file} cannot be read.`);
  }
}

function parsed(text: string, where: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    throw new Failure(`${where} is not JSON.`);
  }
}
