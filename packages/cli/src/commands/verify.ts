// `countersign verify`: is this receipt, or this proof of a signed decision, genuine, and of what?

import { readFileSync } from 'node:fs';
import {
  digestOf,
  type Jwks,
  NotGenuine,
  type Proof,
  type ReceiptClaims,
  verifyProof,
  verifyReceipt,
} from '@countersign/sdk';
import { command } from '../command.ts';
import { clientAt, connect, findConnection } from '../connection.ts';
import { Failure, UsageError } from '../failure.ts';
import { safeJson, withoutMark } from '../json-source.ts';
import { paint, print, readInput } from '../terminal.ts';
import { moment, oneLine } from '../text.ts';

export const verify = command({
  name: 'verify',
  summary: 'Check the signed receipt of a decision, or the proof of a passkey',
  takes: ['[RECEIPT]'],
  about: `The receipt is given as a word or on standard input; so is a proof, the JSON of GET /v1/actions/ID/proof. Genuine means: this
server signed it. That it is about the content you hold is checked with --action or --digest. With --jwks nothing is asked of any
server. Exit code 0: genuine, and the content is as expected; 1: not.`,
  options: {
    jwks: {
      type: 'string',
      value: 'FILE',
      says: 'The public keys, saved from /.well-known/jwks.json; else the server is asked',
    },
    digest: { type: 'string', says: 'Also check that exactly this was approved' },
    action: { type: 'string', value: 'ID', says: 'The same for this action of the server: its digest, and its id' },
  },
  examples: [
    ['countersign await act_… --print receipt | countersign verify', 'Ask the server for its keys'],
    ['countersign verify --jwks jwks.json < receipt.txt', 'Offline'],
    ['countersign verify --jwks jwks.json < proof.json', 'A decision that a passkey signed'],
    ['countersign verify --action act_… < receipt.txt', 'Is this what was approved?'],
  ],
  async run({ values, positionals: [given] }) {
    if (given === undefined && process.stdin.isTTY) throw new UsageError('verify needs a receipt.');
    const receipt = (given ?? (await readInput())).trim();
    const jwks = values.jwks === undefined ? await keysOfServer(values) : keysIn(values.jwks);
    const digest = values.action === undefined ? values.digest : await digestOfAction(values, values.action);
    const proof = receipt.startsWith('{') ? proofIn(receipt) : undefined;
    const expected = {
      ...(digest === undefined ? {} : { digest }),
      ...(values.action === undefined ? {} : { actionId: values.action }),
    };
    const check = proof ? verifyProof(proof, jwks, expected) : verifyReceipt(receipt, jwks, expected);
    const claims = await check.catch((error: unknown) => {
      throw error instanceof NotGenuine ? new Failure(error.message, 'Do not act on it.') : error;
    });
    if (values.digest !== undefined && claims.final_digest !== values.digest)
      throw new Failure('The receipt approves something else than this digest.', 'Do not act on it.');
    if (values.json) print(safeJson(JSON.stringify(claims)));
    else printClaims(claims, { isCompared: digest !== undefined, proof });
    return 0;
  },
});

async function keysOfServer(values: Parameters<typeof findConnection>[0]): Promise<Jwks> {
  const { url } = await findConnection({ ...(values.url === undefined ? {} : { url: values.url }) });
  return clientAt(url, undefined).getJwks();
}

function keysIn(file: string): Jwks {
  try {
    const jwks = JSON.parse(withoutMark(readFileSync(file, 'utf8'))) as Partial<Jwks>;
    if (Array.isArray(jwks.keys)) return { keys: jwks.keys };
  } catch (error) {
    throw new UsageError(`${file} cannot be used: ${(error as Error).message}`);
  }
  throw new UsageError(`${file} is no set of keys: it has no \`keys\`.`);
}

async function digestOfAction(values: Parameters<typeof connect>[0], id: string): Promise<string> {
  return digestOf(await (await connect(values)).getAction(id));
}

function proofIn(text: string): Proof {
  try {
    return JSON.parse(text) as Proof;
  } catch (error) {
    throw new UsageError(`This is no proof: ${(error as Error).message}`);
  }
}

const NOT_COMPARED = 'not compared with anything: say --action ID or --digest';

interface Checked {
  readonly isCompared: boolean;
  readonly proof: Proof | undefined;
}

function printClaims(claims: ReceiptClaims, { isCompared, proof }: Checked): void {
  const { name, type, id } = claims.decided_by;
  const verb = claims.verdict === 'approve' ? 'approved' : 'rejected';
  print(`${paint('green', '✔ Genuine.')} ${claims.action_id} was ${verb} by ${oneLine(name)} (${type}, ${id})`);
  print(`  at       ${moment(claims.decided_at)}`);
  print(`  content  ${claims.final_digest}, ${isCompared ? 'as you expected' : NOT_COMPARED}`);
  if (claims.final_digest !== claims.digest) print(`  proposed ${claims.digest} (edited before it was approved)`);
  print(`  audit    ${claims.audit_id}`);
  if (proof) print(`  signed   with the passkey ${oneLine(proof.assertion.id)}`);
}
