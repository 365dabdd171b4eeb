// `npm run mcp-inspector`: the Inspector's command line calls every tool once in both eras of the protocol, and judges the
// schemas. On demand, for it weighs 110 MB; npx fetches it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tools } from '@countersign/contract';
import { clientOf } from '../support/given.ts';
import { startService } from '../support/start-service.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

type Args = Readonly<Record<string, unknown>>;
type Result = { readonly isError?: boolean; readonly structuredContent?: Args };

const service = await startService();
const admin = clientOf(service, service.adminKey);

async function inspect(...words: string[]): Promise<string> {
  const bearer = ['--header', `Authorization: Bearer ${service.adminKey}`];
  const all = ['--yes', INSPECTOR, '--cli', `${service.running.url}/mcp`, ...bearer, '--quiet', ...words];
  const { stdout } = await promisify(execFile)('npx', all, { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

const called = new Set<string>();

async function call(era: string, tool: keyof typeof tools, args: Args): Promise<Args> {
  const words = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
  const { isError, structuredContent = {} } = JSON.parse(await inspect('--protocol-era', era, ...words)) as Result;
  assert.ok(!isError, tool);
  called.add(tool);
  process.stdout.write(`✔ ${era}: ${tool} ${JSON.stringify(structuredContent).slice(0, 100)}\n`);
  return structuredContent;
}

try {
  await inspect('--method', 'tools/list', '--strict'); // fails on a schema that some client could not take
  for (const era of ['legacy', 'modern']) {
    const preview = { format: 'text', body: 'Dear Ana' };
    const { action_id } = await call(era, 'service_push_action', {
      kind: 'email',
      title: `By ${era}`,
      preview,
      payload: [1],
    });
    assert.equal((await call(era, 'service_inbox_status', {})).pending_count, 1);
    await admin.decideAction(String(action_id), { decision: 'approve' });
    assert.equal((await call(era, 'service_await_decision', { action_id })).status, 'approved');
    assert.equal((await call(era, 'service_report_result', { action_id, status: 'executed' })).status, 'executed');
    await call(era, 'service_list_watcher_presets', {});
    const spec = { name: 'Blog', kind: 'rss', config: { url: 'https://blog.invalid/' }, schedule: { every: '1h' } };
    await call(era, 'service_create_watcher', { spec });
    await call(era, 'service_create_watcher_from_preset', { preset_id: 'hn-front-page', params: {} });
    assert.ok(Number((await call(era, 'service_list_watchers', {})).count) >= 2);
  }
  assert.deepEqual([...called].toSorted(), Object.keys(tools).toSorted()); // none was forgotten
} finally {
  await service.stop();
}
