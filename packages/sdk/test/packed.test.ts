// The package as strangers get it: packed, installed in an empty project, used by the Node of this machine.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { buildSdk } from '../../../scripts/build-sdk.ts';
import { type Service, startService } from '../../server/test/support/start-service.ts';
import { installed, machineNode } from './machine-node.ts';

const PACKED_MAX_BYTES = 34_200;

let folder: string;
let service: Service;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-sdk-'));
  await buildSdk(join(folder, 'built'));
  service = await startService();
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of the empty project with the machine's Node, and gives what it printed. */
async function ran(program: string, file: string): Promise<string> {
  const { project } = await installed([join(folder, 'built')], folder);
  writeFileSync(join(project, file), program);
  const env = { PATH: process.env.PATH, COUNTERSIGN_URL: service.baseUrl, COUNTERSIGN_API_KEY: service.adminKey };
  const { stdout } = await promisify(execFile)(machineNode.path, [file], { cwd: project, env });
  return stdout.trim();
}

const BODY = `
  const countersign = new Countersign();
  const { id, status } = await countersign.createAction({ kind: 'k', title: TITLE, preview: { body: 'b' } });
  await countersign.decideAction(id, { decision: 'approve' });
  const decided = await countersign.waitForDecision(id);
  const jwks = await countersign.getJwks();
  const { verdict } = await verifyReceipt(decided.receipt, jwks, { digest: await digestOf(decided.action) });
  console.log([status, decided.status, verdict].join(' '));
`;

describe(`on ${machineNode.version}`, () => {
  test('it is imported, and calls the service', async () => {
    const program = `import { Countersign, digestOf, verifyReceipt } from '@countersign/sdk';\nconst TITLE = 'import';${BODY}`;
    assert.equal(await ran(program, 'agent.mjs'), 'pending approved approve');
  });

  test('it is required, and calls the service', async () => {
    const program = `const { Countersign, digestOf, verifyReceipt } = require('@countersign/sdk');\nconst TITLE = 'require';\n(async () => {${BODY}})();`;
    assert.equal(await ran(program, 'agent.cjs'), 'pending approved approve');
  });

  test('imported and required it is the same, so that instanceof holds', async () => {
    const program = `import { createRequire } from 'node:module';
      import * as imported from '@countersign/sdk';
      const required = createRequire(import.meta.url)('@countersign/sdk');
      const names = Object.keys(required).sort();
      console.log(names.length > 20 && names.every((name) => imported[name] === required[name]));`;
    assert.equal(await ran(program, 'same.mjs'), 'true');
  });
});

const FRAMEWORKS = ['ai', 'langchain', '@langchain', '@openai', 'zod'];

test('its adapters stand on the client that the program has, and on frameworks that it brings', async () => {
  const { project } = await installed([join(folder, 'built')], folder);
  const all = join(import.meta.dirname, '../../../node_modules');
  for (const name of FRAMEWORKS) symlinkSync(join(all, name), join(project, 'node_modules', name));
  const program = `import { Countersign, GateClosed } from '@countersign/sdk';
    import { withApproval, approvalPolicy } from '@countersign/sdk/ai';
    import { approvalInboxMiddleware, resumeFromInbox } from '@countersign/sdk/langchain';
    import { runWithApprovals } from '@countersign/sdk/openai';
    const client = new Countersign({ fetch: async () => new Response('{"error":"x"}', { status: 400, headers: { 'content-type': 'application/problem+json' } }) });
    const tool = withApproval({ execute: async () => 1 }, { client, name: 'x' });
    await tool.execute({}, { toolCallId: '1' }).catch((error) => console.log(error.name));
    console.log([approvalPolicy, approvalInboxMiddleware, resumeFromInbox, runWithApprovals].map((one) => typeof one).join(' '));`;
  assert.equal(await ran(program, 'adapters.mjs'), 'InvalidRequest\nfunction function function function');

  const typed = `import { Countersign } from '@countersign/sdk';
    import { withApproval } from '@countersign/sdk/ai';
    import { approvalInboxMiddleware } from '@countersign/sdk/langchain';
    import { runWithApprovals } from '@countersign/sdk/openai';
    import { Agent, Runner } from '@openai/agents';
    import { tool } from 'ai';
    import { z } from 'zod';
    const client = new Countersign();
    const refund = tool({ inputSchema: z.object({ amount: z.number() }), execute: async ({ amount }) => amount });
    export const tools = { refund: withApproval(refund, { client, name: 'refund', describe: ({ amount }) => ({ title: amount.toFixed() }) }) };
    export const middleware = approvalInboxMiddleware({ client, interruptOn: { refund: (args: { amount: number }) => ({ title: args.amount.toFixed() }) } });
    export const run = async () => (await runWithApprovals(new Runner(), new Agent({ name: 'a' }), 'hi', { client })).finalOutput;
    // @ts-expect-error: no such member
    withApproval(refund, { client, name: 'refund', nonsense: 1 });\n`;
  writeFileSync(join(project, 'adapters.mts'), typed);
  assert.equal(await compiled(project, ['adapters.mts', '--skipLibCheck']), '');
});

/** What the compiler says of these files, as strangers would set it. */
async function compiled(project: string, files: readonly string[]): Promise<string> {
  const compiler = join(import.meta.dirname, '../../../node_modules/typescript7/bin/tsc');
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'];
  const words = [compiler, ...strict, '--lib', 'es2024,dom,dom.asynciterable', '--types', '', ...files];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: project }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

test('its types hold for import and require, without any library but its own', async () => {
  const { project } = await installed([join(folder, 'built')], folder);
  const program = `import { Countersign, Conflict, type ActionRead, type Decided, verifyWebhook } from '@countersign/sdk';
    export async function ask(): Promise<number> {
      const client: Countersign = new Countersign({ apiKey: 'k' });
      const decided: Decided = await client.requestApproval({ kind: 'k', title: 't', preview: { body: 'b' } });
      const action: ActionRead = decided.action;
      for await (const item of client.listActions({ status: 'pending' })) item.approvals.given.toFixed();
      const { event } = await verifyWebhook({ headers: new Headers(), rawBody: '', secrets: [] });
      // @ts-expect-error: not a status
      if (event.status === 'nonsense') throw new Error();
      // @ts-expect-error: no such member
      await client.createAction({ kind: 'k', title: 't', preview: { body: 'b' }, nonsense: 1 });
      const gated = client.gate(async (n: number) => n + 1, (n) => ({ kind: 'k', title: n.toFixed(), preview: { body: 'b' } }));
      const noted = client.gate(async (n: number, note?: string) => n + Number(note?.length), (n) => ({ kind: 'k', title: n.toFixed(), preview: { body: 'b' } }), { lease: undefined });
      await noted(1, 'a note that is not shown');
      const shown = client.gate(async (n: number, note?: string) => n, (n, note) => ({ kind: 'k', title: note?.trim() ?? 't', preview: { body: 'b' } }));
      await shown(1);
      // @ts-expect-error: what is described is what is called
      client.gate(async (n: number) => n, (n: number, more: string) => ({ kind: more, title: 't', preview: { body: 'b' } }));
      if (decided.status !== 'approved') return action.created_at;
      try { return await gated(decided.receipt.length); } catch (error) { return error instanceof Conflict ? error.status : 0; }
    }\n`;
  for (const file of ['types.mts', 'types.cts']) writeFileSync(join(project, file), program);
  assert.equal(await compiled(project, ['--allowUnreachableCode', 'types.mts', 'types.cts']), '');
});

test('it needs nothing that a browser does not have', async () => {
  const web = {
    ...{ AbortController, AbortSignal, Headers, TextDecoder, TextEncoder, URL, URLSearchParams },
    ...{ atob, clearTimeout, console, crypto, fetch, performance, setTimeout, Uint8Array },
    module: { exports: {} as typeof import('@countersign/sdk') },
  };
  runInContext(readFileSync(join(folder, 'built/index.js'), 'utf8'), createContext(web));
  const { Countersign, digestOf, verifyReceipt } = web.module.exports;
  const client = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
  const { id } = await client.createAction({ kind: 'k', title: 'web', preview: { body: 'b' }, payload: [1] });
  await client.decideAction(id, { decision: 'approve' });
  const decided = await client.waitForDecision(id);
  assert.ok(decided.status === 'approved');
  await verifyReceipt(decided.receipt, await client.getJwks(), { digest: await digestOf(decided.action) });
});

test(`it is packed in at most ${PACKED_MAX_BYTES} bytes, and holds what it should`, async () => {
  const { tarballs, project } = await installed([join(folder, 'built')], folder);
  assert.ok(statSync(tarballs[0] ?? '').size <= PACKED_MAX_BYTES, `${statSync(tarballs[0] ?? '').size} bytes`);
  const manifest = JSON.parse(
    readFileSync(join(project, 'node_modules/@countersign/sdk/package.json'), 'utf8'),
  ) as Record<string, unknown>;
  assert.deepEqual([manifest.license, manifest.dependencies, manifest.private], ['MIT', undefined, undefined]);

  const types = readFileSync(join(project, 'node_modules/@countersign/sdk/index.d.ts'), 'utf8');
  const shapes = [...types.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
  const unspoken = shapes.filter((name) => types.split(new RegExp(`\\b${name}\\b`)).length <= 2);
  assert.deepEqual([shapes.length > 20, unspoken], [true, []]);
});
