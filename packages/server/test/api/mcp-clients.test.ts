// Real clients of the protocol, old and new, do their work with the tools.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { clientOf, type Given } from '../support/given.ts';
import { startService } from '../support/start-service.ts';

let given: Given;

before(async () => {
  const service = await startService();
  given = { service, admin: clientOf(service, service.adminKey) };
});
after(() => given.service.stop());

interface ToolReply {
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly content?: unknown;
}

/** What the flow needs of a client, whatever its version. */
interface Agent {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    options?: { onprogress?: (progress: { progress: number }) => void },
  ): Promise<ToolReply>;
  version(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

const info = { name: 'test', version: '1' };

async function newClient(mode: 'legacy' | 'auto' | { pin: string }, revision?: string): Promise<Agent> {
  const client = new Client(info, {
    versionNegotiation: { mode },
    ...(revision === undefined ? {} : { supportedProtocolVersions: [revision] }),
  });
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: bearer() }));
  return {
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, options),
    version: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

async function oldClient(): Promise<Agent> {
  const client = new OldClient(info);
  const transport = new OldTransport(endpoint(), { requestInit: bearer() });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    listTools: () => client.listTools(),
    callTool: async (call, options) => (await client.callTool(call, undefined, options)) as ToolReply,
    version: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

const endpoint = () => new URL(`${given.service.running.url}/mcp`);
const bearer = () => ({ headers: { authorization: `Bearer ${given.service.adminKey}` } });

const CLIENTS: Readonly<Record<string, () => Promise<Agent>>> = {
  'the old client': oldClient,
  'the new client as an old one': () => newClient('legacy'),
  'the new client at 2025-03-26': () => newClient('legacy', '2025-03-26'),
  'the new client at 2025-06-18': () => newClient('legacy', '2025-06-18'),
  'the new client by itself': () => newClient('auto'),
  'the new client at 2026-07-28': () => newClient({ pin: '2026-07-28' }),
};

for (const [name, connect] of Object.entries(CLIENTS)) {
  test(`${name} proposes, waits, and reports`, async (t) => {
    const agent = await connect();
    t.after(() => agent.close());
    assert.equal(agent.version()?.version, '0.1.3');
    const { tools } = await agent.listTools(); // from here on it holds every result against the output schema
    assert.deepEqual(
      tools.slice(0, 4).map((tool) => tool.name),
      ['service_push_action', 'service_await_decision', 'service_report_result', 'service_inbox_status'],
    );

    const preview = { format: 'markdown', body: '*Dear Ana*' };
    const pushed = await agent.callTool({
      name: 'service_push_action',
      arguments: {
        kind: 'email.send',
        title: `By ${name}`,
        preview,
        payload: { to: 'ana' },
        editable: ['preview.body'],
      },
    });
    const { action_id } = pushed.structuredContent as { action_id: string };

    const told: number[] = [];
    const waited = agent.callTool(
      { name: 'service_await_decision', arguments: { action_id, timeout_s: 60 } },
      {
        onprogress: ({ progress }) => {
          told.push(progress);
          void given.admin.decideAction(action_id, { decision: 'approve', edited: { 'preview.body': '*Dear Bea*' } });
        },
      },
    );
    const decided = (await waited).structuredContent;
    assert.partialDeepStrictEqual(decided, {
      status: 'approved',
      preview: { format: 'markdown', body: '*Dear Bea*' },
      payload: { to: 'ana' },
      edited_by_human: true,
    });
    assert.equal(told.length, 1);

    const reported = await agent.callTool({
      name: 'service_report_result',
      arguments: { action_id, status: 'execute_failed', detail: 'mailbox full' },
    });
    assert.partialDeepStrictEqual(reported.structuredContent, { status: 'execute_failed', detail: 'mailbox full' });
    const inbox = await agent.callTool({ name: 'service_inbox_status', arguments: {} });
    assert.deepEqual(inbox.structuredContent, { pending_count: 0, pending: [] });

    const refused = await agent.callTool({ name: 'service_await_decision', arguments: { action_id: 'nonsense' } });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /validation_failed/);
    await assert.rejects(agent.callTool({ name: 'service_nope', arguments: {} }), { code: -32602 });
  });
}
