// The protocol's own conformance suite, against our tools as they are, and against our door with the tools it asks for.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NOTHING_TAKEN } from '../../src/http/rate-limit.ts';
import { listen } from '../../src/http/server.ts';
import { bindTools } from '../../src/mcp/endpoint.ts';
import { type Service, startService } from '../support/start-service.ts';
import { type AuthorisingProxy, startProxy } from './authorising-proxy.ts';
import { openFixtures } from './fixture-server.ts';
import { type Found, runSuite } from './run-suite.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** What can be asked of a server that has only our tools. */
const OF_OURS = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'http-header-validation',
    'dns-rebinding-protection',
    'input-required-result-unsupported-methods',
  ],
} as const;

/**
 * What the handshake revisions do in sessions: ask the client by a request of the server's own, end a session, resume a
 * stream of one. A server may do without them, and the suite then checks nothing or waits in vain.
 */
const NEEDS_A_SESSION = [
  'server-session-lifecycle',
  'server-sse-polling',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-multiple-streams',
];
/** An extension that nobody has to have. */
const isTasks = (scenario: string) => scenario.startsWith('tasks-');

const isLeftOut = (revision: string, scenario: string) =>
  isTasks(scenario) || (revision < '2026-07-28' && NEEDS_A_SESSION.includes(scenario));

/** Of tools that cannot work without a capability of the client. Ours all can, so our door begins its answer at once. */
const OF_NO_TOOL_HERE = ['sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400'];

let service: Service;
const proxies: AuthorisingProxy[] = [];
const found = new Map<string, Found>();

before(async () => {
  service = await startService();
  const { app } = service.running;
  const gate = {
    authenticate: async () =>
      ({ type: 'key', id: 'key_1', name: 'suite', project_id: 'prj_1', scopes: ['admin'] }) as const,
    limiter: { take: async () => NOTHING_TAKEN },
  };
  const mount = bindTools(app, { tools: {}, handlers: {}, ...gate }, async () => openFixtures);
  const door = await listen(app, { mcp: mount });
  const ours = await startProxy(service.running.url, service.adminKey);
  const fixtures = await startProxy(`http://127.0.0.1:${door.port}`, 'any');
  proxies.push(ours, fixtures);
  for (const revision of REVISIONS) {
    found.set(`ours ${revision}`, await runSuite(ours.url, revision));
    found.set(`fixtures ${revision}`, await runSuite(fixtures.url, revision));
  }
  await door.close();
});
after(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await service.stop();
});

function failuresOf(server: string, scenario: string) {
  const checks = found.get(server)?.get(scenario) ?? [];
  assert.ok(
    checks.some(({ status }) => status === 'SUCCESS'),
    `${scenario} checked nothing`,
  );
  return checks.filter(({ status }) => status === 'FAILURE');
}

for (const revision of REVISIONS) {
  for (const scenario of OF_OURS[revision]) {
    test(`${revision}, our tools: ${scenario}`, () => {
      // What needs a tool for tests is asked of the fixtures.
      const failures = failuresOf(`ours ${revision}`, scenario).filter(({ details }) => !details?.untestable);
      assert.deepEqual(failures, []);
    });
  }

  test(`${revision}, our door: everything that needs no session`, async (t) => {
    const scenarios = [...(found.get(`fixtures ${revision}`)?.keys() ?? [])];
    const asked = scenarios.filter((scenario) => !isLeftOut(revision, scenario));
    assert.ok(asked.length > 25, `${asked.length} scenarios were run`);
    for (const scenario of asked) {
      await t.test(scenario, () => {
        const failures = failuresOf(`fixtures ${revision}`, scenario);
        assert.deepEqual(
          failures.filter(({ id }) => !OF_NO_TOOL_HERE.includes(id)),
          [],
        );
      });
    }
  });
}
