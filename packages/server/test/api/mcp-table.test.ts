// Every tool of the contract keeps what all tools promise. A new one needs a line in the table below.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPES, type Scope, tools } from '@countersign/contract';
import { issuesOf } from '../../src/base/validate.ts';
import { clientOf, type Given, givenApproved, proposal } from '../support/given.ts';
import { type Rpc, rpcOf } from '../support/rpc.ts';
import { startService } from '../support/start-service.ts';

type ToolName = keyof typeof tools;

let given: Given;
let rpc: Rpc;

before(async () => {
  const service = await startService();
  given = { service, admin: clientOf(service, service.adminKey) };
  rpc = rpcOf(service, service.adminKey);
});
after(() => given.service.stop());

/** Arguments with which each tool succeeds. */
const CALLS: Record<ToolName, () => Promise<Record<string, unknown>>> = {
  service_push_action: async () => ({ kind: 'k', title: crypto.randomUUID(), preview: { format: 'text', body: 'b' } }),
  service_await_decision: async () => ({ action_id: (await given.admin.createAction(proposal())).id, timeout_s: 0 }),
  service_report_result: async () => ({ action_id: (await givenApproved(given.admin)).id, status: 'executed' }),
  service_inbox_status: async () => ({}),
  service_create_watcher: async () => ({
    spec: {
      name: 'Blog',
      kind: 'rss',
      config: { url: 'https://blog.example/feed' },
      keywords: [{ pattern: 'rust', points: 5 }],
      keywords_none: ['jobs'],
      min_score: 5,
      schedule: { every: '1h' },
    },
  }),
  service_list_watchers: async () => ({ status: 'active' }),
  service_list_watcher_presets: async () => ({}),
  service_create_watcher_from_preset: async () => ({ preset_id: 'rss-feed', params: { url: 'https://b.example/' } }),
};

for (const [name, tool] of Object.entries(tools)) {
  const argsOf = CALLS[name as ToolName];

  test(`${name}: what it gives is of its schema, and the same as text`, async () => {
    const { isError, structured, text } = await rpc.call(name, await argsOf());
    assert.equal(isError, false, text);
    assert.deepEqual(issuesOf(tool.output, structured), []);
    assert.deepEqual(JSON.parse(text.replaceAll(/<\/?data-[0-9a-f]{32}>/g, '')), structured);
  });

  test(`${name}: an unknown argument is refused`, async () => {
    const refused = await rpc.call(name, { ...(await argsOf()), surprise: 1 });
    assert.equal(refused.error, 'validation_failed');
    assert.match(refused.text, /surprise: is not a known property/);
  });

  test(`${name}: a key without the scope is refused, whatever it sends; one with it, or with admin, is not`, async () => {
    const scopesThatWill: Scope[] = [tool.scope, 'admin'];
    for (const scope of SCOPES) {
      const { key } = await given.admin.createKey({ name: scope, scopes: [scope] });
      const { error } = await rpcOf(given.service, key).call(name, await argsOf());
      assert.equal(error, scopesThatWill.includes(scope) ? undefined : 'insufficient_scope', scope);
    }
  });

  test(`${name}: it says what it is for, and every argument what it is`, () => {
    assert.match(name, /^service_[a-z_]+$/);
    assert.ok(tool.title.length > 5 && tool.description.length > 50);
    for (const [argument, schema] of Object.entries(tool.input.properties)) {
      const described = (schema as { description?: string; type?: string }) ?? {};
      assert.ok(described.description || described.type === 'object', `${name}: ${argument} is not described`);
    }
    assert.partialDeepStrictEqual(tool.input, { additionalProperties: false });
  });
}
