// What the documentation shows is taken out of it and run: shell lines, TypeScript, Python, Go.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { ActionRead } from '@countersign/sdk';
import { type Given, proposal } from '../../server/test/support/given.ts';
import { until } from '../../server/test/support/until.ts';
import { givenShell, runNode, type Shell } from './run.ts';

const root = join(import.meta.dirname, '../../..');

/** What stands below; a block with a name that is not here would be run by nobody. */
const RUN: Readonly<Record<string, readonly string[]>> = {
  'adapters.md': ['ai', 'langchain', 'openai', 'own'],
  'quickstart.md': ['agent', 'by-key', 'cli', 'curl'],
  'sdk.md': ['ask', 'client', 'digits', 'events', 'gate', 'lists', 'verify'],
  'self-hosting.md': ['backup'],
  'webhooks.md': ['by-hand', 'sdk'],
};

test('every block that has a name is run, and every link between the pages leads somewhere', () => {
  const pages = [
    ...globSync('docs/*.md', { cwd: root }),
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
  ];
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/^```\w+ ([\w-]+)$/gm)].map(([, name = '']) => name);
    assert.deepEqual(named.toSorted(), RUN[page.replace('docs/', '')] ?? [], page);
    for (const [, target = ''] of text
      .replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
      .matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g)) {
      if (!/^(?:https?:|\/)/.test(target))
        assert.ok(existsSync(join(root, dirname(page), target)), `${page}: ${target}`);
    }
  }
});

test('the shell lines of the guides know the address and the key by the names that the quickstart gives them', () => {
  const known = new Set(['COUNTERSIGN_URL', 'COUNTERSIGN_API_KEY', 'PWD']);
  for (const page of [...globSync('docs/*.md', { cwd: root }), 'README.md'])
    for (const code of Object.values(blocks(page, 'sh'))) {
      const set = new Set([...code.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name));
      const used = [...code.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = '']) => name);
      assert.deepEqual(
        used.filter((name) => !known.has(name) && !set.has(name)),
        [],
        page,
      );
    }
});

/** The blocks of a language, by the word after it, or by their place. */
function blocks(file: string, language: string): Record<string, string> {
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...text.matchAll(/^```(\w+) ?([\w-]*)\n([\s\S]*?)^```$/gm)].filter(([, each]) => each === language);
  return Object.fromEntries(found.map(([, , name, code = ''], index) => [name || String(index), code]));
}

const hasCommand = (name: string, ...words: string[]) => spawnSync(name, words).status === 0;

/** A folder in which `@countersign/sdk` is found. */
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-docs-'));
  mkdirSync(join(folder, 'node_modules/@countersign'), { recursive: true });
  symlinkSync(join(root, 'packages/sdk'), join(folder, 'node_modules/@countersign/sdk'));
  for (const name of ['@types', 'ai', 'langchain', '@langchain', '@openai', 'zod'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
after(() => rmSync(folder, { recursive: true, force: true }));

function save(prefix: string, code: Record<string, string>): void {
  for (const [name, text] of Object.entries(code))
    writeFileSync(join(folder, `${name === 'client' ? '' : prefix}${name}.ts`), text);
}

const environment = ({ service }: Given) => ({
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  HOME: folder,
  COUNTERSIGN_URL: service.baseUrl.replace('/v1', ''),
  COUNTERSIGN_API_KEY: service.adminKey,
});
const run = (given: Given, file: string) =>
  runNode([file], { input: '', cwd: folder, env: environment(given) }).then((ran) => {
    assert.equal(ran.code, 0, ran.stderr);
    return ran.stdout;
  });

async function pending({ admin }: Given): Promise<ActionRead> {
  const { id } = await until(
    async () => (await admin.listActions({ status: 'pending' })).items[0],
    'something is pending',
  );
  return admin.getAction(id);
}

test('all TypeScript of the guides compiles', async () => {
  save('sdk-', blocks('docs/sdk.md', 'ts'));
  save('quickstart-', blocks('docs/quickstart.md', 'ts'));
  save('webhooks-', blocks('docs/webhooks.md', 'ts'));
  save('adapters-', blocks('docs/adapters.md', 'ts'));
  for (const [name, code] of Object.entries(MODELS)) writeFileSync(join(folder, `${name}-model.ts`), code);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], noUnusedLocals: false },
      include: ['*.ts'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  assert.equal(stdout, '');
});

describe('the quickstart', () => {
  test('with curl', { skip: !hasCommand('curl', '--version') }, async (t) => {
    const shell = await givenShell(t);
    await script(shell, blocks('docs/quickstart.md', 'sh').curl ?? '');
    const [action] = (await shell.admin.listActions()).items;
    const { status, payload, result } = await shell.admin.getAction(action?.id ?? '');
    assert.deepEqual([status, payload, result?.detail], ['executed', { order: 1042, amount: 35 }, 'Refunded 35 EUR']);
    assert.equal(
      (JSON.parse(readFileSync(join(shell.folder, 'decided.json'), 'utf8')) as ActionRead).status,
      'approved',
    );
  });

  test('with the SDK', async (t) => {
    const shell = await givenShell(t);
    save('quickstart-', blocks('docs/quickstart.md', 'ts'));
    const running = run(shell, 'quickstart-agent.ts');
    await shell.admin.decideAction((await pending(shell)).id, {
      decision: 'approve',
      edited: { 'payload.amount': 35 },
    });
    assert.equal(await running, 'Refunding { order: 1042, amount: 35 }\n');
  });

  test('with the command line', async (t) => {
    const shell = await givenShell(t);
    const { cli = '', 'by-key': byKey = '' } = blocks('docs/quickstart.md', 'sh');
    const running = script(shell, cli, {}, /^(?:Waiting for a decision on act_\w+: http\S+\/a\/act_\w+\n)?$/);
    await script(shell, byKey, { id: (await pending(shell)).id });
    await running;
    assert.equal(readFileSync(join(shell.folder, 'approved.json'), 'utf8'), '{"order":1042,"amount":35}\n');
    assert.equal((await shell.admin.listActions({ status: 'executed' })).items.length, 1);
  });
});

async function script(shell: Shell, code: string, more: Record<string, string> = {}, says = /^$/): Promise<void> {
  const env = { ...environment(shell), ...more };
  const ran = await runNode(['-euc', code], { input: '', cwd: shell.folder, env, node: '/bin/sh' });
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stderr, says);
}

test('the backup of the guide for operators holds, and can be put in place', async (t) => {
  const shell = await givenShell(t);
  const code = (blocks('docs/self-hosting.md', 'sh').backup ?? '').replace('/backups/', './');
  await script(shell, code, { DATABASE_URL: shell.service.databaseUrl });
  const [copy = ''] = globSync('countersign-*.db', { cwd: shell.folder });
  const elsewhere = { DATABASE_URL: 'file:./elsewhere.db' };
  const restored = await shell.run(['admin', 'restore', copy, '--verify'], { env: elsewhere });
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
});

test('the ten lines of the README', async (t) => {
  const shell = await givenShell(t);
  const [code = ''] = Object.values(blocks('README.md', 'ts'));
  assert.ok(code.trimEnd().split('\n').length <= 11);
  const pay = "const pay = async (order: number, amount: number) => console.log('paid', amount, 'for', order);\n";
  writeFileSync(join(folder, 'readme.ts'), `${pay}${code}`);
  const running = run(shell, 'readme.ts');
  const { id } = await pending(shell);
  await shell.admin.decideAction(id, { decision: 'approve', edited: { 'payload.1': 35 } });
  assert.equal(await running, 'paid 35 for 1042\n');
  assert.equal((await shell.admin.getAction(id)).status, 'executed');
});

describe('the guide of the SDK', () => {
  test('asks, gates, lists, keeps digits and verifies as it says', async (t) => {
    const shell = await givenShell(t);
    const { admin } = shell;
    save('sdk-', blocks('docs/sdk.md', 'ts'));
    const asking = run(shell, 'sdk-ask.ts');
    const mail = await pending(shell);
    await admin.decideAction(mail.id, { decision: 'approve', edited: { 'preview.body': 'Dear Ana!' } });
    assert.match(await asking, /Waiting at http.*\nSending Dear Ana! \{ to: 'ana@example\.org' \} true\n/);

    const gated = run(shell, 'sdk-gate.ts');
    await admin.decideAction((await pending(shell)).id, { decision: 'approve', edited: { 'payload.1.amount': 35 } });
    assert.equal(await gated, 'Refunded 35 for 1042\n');

    await admin.createAction(proposal({ title: 'Listed' }));
    assert.equal(await run(shell, 'sdk-lists.ts'), '1 false\nListed\n');
    assert.equal(await run(shell, 'sdk-digits.ts'), '{"account": 12345678901234567890}\n'.replace(': ', ':'));

    writeFileSync(
      join(folder, 'sdk-verified.ts'),
      `import { requireApproval } from './sdk-verify.ts';\nconsole.log((await requireApproval('${mail.id}')).verdict);\n`,
    );
    assert.equal(await run(shell, 'sdk-verified.ts'), 'approve\n');
  });
});

/** What the readers of the guide bring along: a model that calls the tool once, and says what came of it. */
const MODELS = {
  ai: `import { MockLanguageModelV4 } from 'ai/test';
const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const end = (unified: 'stop' | 'tool-calls') => ({ finishReason: { unified, raw: undefined }, usage, warnings: [] });
const input = '{"order":1042,"amount":40}';
export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) =>
    prompt.length === 1
      ? { content: [{ type: 'tool-call', toolCallId: 'ai-1', toolName: 'refund', input }], ...end('tool-calls') }
      : { content: [{ type: 'text', text: /Refunded \\d+/.exec(JSON.stringify(prompt))?.[0] ?? 'no' }], ...end('stop') },
});
`,
  langchain: `import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
export const model = fakeModel()
  .respondWithTools([{ name: 'refund', args: { order: 1042, amount: 40 }, id: 'lc-1' }])
  .respond((messages) => new AIMessage(/Refunded \\d+/.exec(JSON.stringify(messages))?.[0] ?? 'no'));
`,
  openai: `import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents/testing';
const call = functionCall('refund', { order: 1042, amount: 40 }, { callId: 'oa-1' });
const last = modelResponder(({ request }) => [assistantMessage(/Refunded \\d+/.exec(JSON.stringify(request.input))?.[0] ?? 'no')]);
export const model = new ScriptedModel([[call], last]);
const kept = new Map<string, string>();
export const store = {
  load: (id: string) => kept.get(id),
  save: (id: string, state: string) => void kept.set(id, state),
  remove: (id: string) => void kept.delete(id),
};
`,
};

test('the guide of the adapters: each runs what was approved, as edited', async (t) => {
  const shell = await givenShell(t);
  save('adapters-', blocks('docs/adapters.md', 'ts'));
  for (const [name, code] of Object.entries(MODELS)) writeFileSync(join(folder, `${name}-model.ts`), code);
  const names = ['ai', 'langchain', 'openai', 'own'];
  const running = names.map((name) => run(shell, `adapters-${name}.ts`));
  for (const _ of names) {
    await shell.admin.decideAction((await pending(shell)).id, {
      decision: 'approve',
      edited: { 'payload.amount': 35 },
    });
  }
  assert.deepEqual(await Promise.all(running), Array(4).fill('Refunded 35\n'));
});

test('the guide’s loop over events', async (t) => {
  const shell = await givenShell(t);
  const { admin } = shell;
  save('sdk-', blocks('docs/sdk.md', 'ts'));
  let isOver = false;
  const running = run(shell, 'sdk-events.ts').finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'approve' });
    await admin.reportResult(id, { status: 'executed' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.match(await running, /action\.result act_\w+ executed\n$/);
});

interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly body_base64: string;
  readonly headers: Readonly<Record<string, string>>;
}

describe('the webhook snippets against the golden vectors', () => {
  const file = join(root, 'packages/contract/vectors/webhooks.json');
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly Vector[] };

  test('TypeScript by hand', async () => {
    save('webhooks-', blocks('docs/webhooks.md', 'ts'));
    const { isGenuine } = (await import(join(folder, 'webhooks-by-hand.ts'))) as {
      isGenuine(headers: object, body: Uint8Array, secret: string, now: number): boolean;
    };
    assert.ok(vectors.length >= 3);
    for (const { headers, body_base64, secrets, name } of vectors) {
      const [body, now, secret = ''] = [
        Buffer.from(body_base64, 'base64'),
        Number(headers['x-service-timestamp']),
        secrets[0],
      ];
      assert.equal(isGenuine(headers, body, secret, now + 300), true, name);
      assert.equal(isGenuine(headers, body, secret, now + 301), false, name);
      assert.equal(isGenuine(headers, Buffer.concat([body, Buffer.from(' ')]), secret, now), false, name);
      assert.equal(isGenuine(headers, body, `${secret}x`, now), false, name);
      assert.equal(isGenuine({ ...headers, 'x-service-signature': undefined }, body, secret, now), false, name);
      const { 'x-service-timestamp': timestamp, 'x-service-nonce': nonce } = headers;
      const forged = createHmac('sha256', '').update(`${timestamp}.${nonce}.`).update(body).digest('hex');
      const unset = isGenuine({ ...headers, 'x-service-signature': `sha256=${forged}` }, body, '', now);
      assert.equal(unset, false, 'a secret that is not set, which a forger has, too');
    }
  });

  test('the SDK, by both kinds of headers and every secret', async (t) => {
    save('webhooks-', blocks('docs/webhooks.md', 'ts'));
    const { believed } = (await import(join(folder, 'webhooks-sdk.ts'))) as {
      believed(headers: Headers, body: Uint8Array, secret: string): Promise<{ deliveryId?: string } | undefined>;
    };
    let sentMs = 0;
    t.mock.method(Date, 'now', () => sentMs); // once: mocks of mocks are not undone in their order
    for (const { headers, body_base64, secrets, name } of vectors) {
      sentMs = Number(headers['x-service-timestamp']) * 1000;
      const body = Buffer.from(body_base64, 'base64');
      for (const secret of secrets) {
        assert.equal((await believed(new Headers(headers), body, secret))?.deliveryId, headers['webhook-id'], name);
      }
      const service = Object.entries(headers).filter(([header]) => header.startsWith('x-service-'));
      assert.ok(await believed(new Headers(service), body, secrets[0] ?? ''), name);
      assert.equal(await believed(new Headers(headers), body, 'whsec_eA=='), undefined, name);
      assert.equal(
        await believed(new Headers(headers), Buffer.concat([body, body]), secrets[0] ?? ''),
        undefined,
        name,
      );
    }
  });

  test('Python', { skip: !hasCommand('python3', '--version') }, async () => {
    const checks = `
import base64, json, sys
vectors = json.load(open(sys.argv[1], encoding="utf-8"))["vectors"]
for vector in vectors:
    headers, body, secret = vector["headers"], base64.b64decode(vector["body_base64"]), vector["secrets"][0]
    now = int(headers["x-service-timestamp"])
    assert is_genuine(headers, body, secret, now + 300), vector["name"]
    assert not is_genuine(headers, body, secret, now + 301), vector["name"]
    assert not is_genuine(headers, body, secret), "old"
    assert not is_genuine(headers, body + b" ", secret, now), vector["name"]
    assert not is_genuine(headers, body, secret + "x", now), vector["name"]
    assert not is_genuine({}, body, secret, now), vector["name"]
    assert not is_genuine({**headers, "x-service-timestamp": "²"}, body, secret, now), "a digit, and yet no number"
    signed = (headers["x-service-timestamp"] + "." + headers["x-service-nonce"] + ".").encode() + body
    forged = "sha256=" + hmac.new(b"", signed, hashlib.sha256).hexdigest()
    assert not is_genuine({**headers, "x-service-signature": forged}, body, "", now), "no secret"
print(len(vectors))
`;
    writeFileSync(join(folder, 'check.py'), `${Object.values(blocks('docs/webhooks.md', 'python'))[0]}${checks}`);
    const { stdout } = await promisify(execFile)('python3', ['check.py', file], { cwd: folder });
    assert.equal(stdout, `${vectors.length}\n`);
  });

  test('Go', { skip: !hasCommand('go', 'version') }, async () => {
    const checks = `package webhook

import ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "encoding/hex"; "encoding/json"; "net/http"; "os"; "strconv"; "testing"; "time")

func TestVectors(t *testing.T) {
	text, _ := os.ReadFile(os.Getenv("VECTORS"))
	var file struct{ Vectors []struct{ Name string; Secrets []string; Body_base64 string; Headers map[string]string } }
	if err := json.Unmarshal(text, &file); err != nil || len(file.Vectors) == 0 { t.Fatal(err) }
	for _, vector := range file.Vectors {
		headers := http.Header{}
		for name, value := range vector.Headers { headers.Set(name, value) }
		body, _ := base64.StdEncoding.DecodeString(vector.Body_base64)
		sent, _ := strconv.ParseInt(vector.Headers["x-service-timestamp"], 10, 64)
		now, late, secret := time.Unix(sent+300, 0), time.Unix(sent+301, 0), vector.Secrets[0]
		if !IsGenuine(headers, body, secret, now) || IsGenuine(headers, body, secret, late) ||
			IsGenuine(headers, append(body, ' '), secret, now) || IsGenuine(headers, body, secret+"x", now) ||
			IsGenuine(http.Header{}, body, secret, now) { t.Error(vector.Name) }
		forger := hmac.New(sha256.New, nil)
		forger.Write([]byte(vector.Headers["x-service-timestamp"] + "." + vector.Headers["x-service-nonce"] + "." + string(body)))
		headers.Set("X-Service-Signature", "sha256=" + hex.EncodeToString(forger.Sum(nil)))
		if IsGenuine(headers, body, "", now) { t.Error("no secret") }
	}
}
`;
    const module = mkdtempSync(join(folder, 'go-'));
    writeFileSync(join(module, 'webhook.go'), Object.values(blocks('docs/webhooks.md', 'go'))[0] ?? '');
    writeFileSync(join(module, 'webhook_test.go'), checks);
    writeFileSync(join(module, 'go.mod'), 'module webhook\n\ngo 1.21\n');
    const env = { ...process.env, VECTORS: file, GOFLAGS: '-mod=mod', GOCACHE: join(folder, 'go-cache') };
    await promisify(execFile)('go', ['test', './...'], { cwd: module, env });
  });
});
