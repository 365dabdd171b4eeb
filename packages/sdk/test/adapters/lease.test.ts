// How long a claim may last is looked at when an adapter is set up, not once a person has said yes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import { approvalPolicy, withApproval } from '@countersign/sdk/ai';
import { approvalInboxMiddleware, resumeFromInbox } from '@countersign/sdk/langchain';
import { runWithApprovals } from '@countersign/sdk/openai';
import { Agent, Runner } from '@openai/agents';
import { tool } from 'ai';
import { z } from 'zod';

const client = new Countersign({
  apiKey: 'k',
  fetch: () => assert.fail('nobody is asked'),
});
const settings = { client, lease: 7200 };
const refused = { name: 'TypeError', message: /lease is 7200.*10 to 3600/ };

test('a lease that the service would refuse is refused by every adapter before anything is proposed', async () => {
  const refund = tool({ inputSchema: z.object({ amount: z.number() }), execute: async ({ amount }) => amount });
  assert.throws(() => withApproval(refund, { ...settings, name: 'refund' }), refused);
  assert.throws(() => approvalPolicy(settings), refused);
  assert.throws(() => approvalInboxMiddleware({ ...settings, interruptOn: {} }), refused);
  const graph = { invoke: () => assert.fail('nothing goes on') };
  await assert.rejects(resumeFromInbox(graph, {}, {}, settings), refused);
  await assert.rejects(runWithApprovals(new Runner(), new Agent({ name: 'a' }), 'go', settings), refused);
});
