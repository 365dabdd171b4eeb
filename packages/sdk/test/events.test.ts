// The stream of events: told in order, resumed after a loss, ended when it should.

import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { Countersign, type LiveEvent, Unauthenticated } from '@countersign/sdk';
import { givenService, proposal } from '../../server/test/support/given.ts';
import { until } from '../../server/test/support/until.ts';

interface Streamer {
  readonly client: Countersign;
  readonly baseUrl: string;
  /** `Last-Event-ID` of each connection. */
  readonly positions: readonly (string | undefined)[];
}

/** A server whose connections are scripted: each is written to by one of the functions. */
async function givenStreams(
  t: { after(clean: () => void): void },
  connections: readonly ((response: ServerResponse) => void)[],
): Promise<Streamer> {
  const positions: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const play = connections[Math.min(positions.length, connections.length - 1)];
    positions.push(request.headers['last-event-id']?.toString());
    play?.(response.writeHead(200, { 'content-type': 'text/event-stream' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: new Countersign({ baseUrl, apiKey: 'k', retries: 0 }), baseUrl, positions };
}

const told = (id: string, title: string) =>
  `id: ${id}\nevent: action.created\ndata: ${JSON.stringify({ id: 'act_1', title })}\n\n`;

async function take(events: AsyncGenerator<LiveEvent>, count: number): Promise<LiveEvent[]> {
  const taken: LiveEvent[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

describe('events', () => {
  test('are those of the real server, from creation to result', async (t) => {
    const { service, admin } = await givenService(t);
    const client = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
    const taking = take(client.events(), 3);
    await until(() => service.running.app.calls.count('stream') === 1, 'the stream is open');
    await new Promise((resolve) => setTimeout(resolve, 300)); // and knows where it begins
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'approve' });
    await admin.reportResult(id, { status: 'executed' });
    const events = await taking;
    assert.deepEqual(
      events.map(({ event, data }) => [event, 'status' in data && data.status]),
      [
        ['action.created', 'pending'],
        ['action.updated', 'approved'],
        ['action.result', 'executed'],
      ],
    );
    const [first] = events;
    const missed = await take(client.events({ lastEventId: first?.id }), 2);
    assert.deepEqual(
      missed.map(({ event, data }) => [event, data]),
      events.slice(1).map(({ event, data }) => [event, data]),
    );
  });

  test('are put together from pieces, and what is unknown is passed over', async (t) => {
    const title = 'é\\n 漢, and what ends a line elsewhere\u2028data: \u2029 \u0085';
    const text = `retry: 1000\n\n: a comment\n\nid: 0\n\nevent: action.dreamt\ndata: {}\n\n${told('1', title)}`;
    const bytes = Buffer.from(text);
    const { client } = await givenStreams(t, [
      async (response) => {
        for (const byte of bytes) {
          response.write(Buffer.from([byte]));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    ]);
    const [event] = await take(client.events(), 1);
    assert.equal(event?.event === 'action.created' && event.data.title, title);
  });

  test('go on where they were, when a connection is lost or ends', async (t) => {
    const { client, positions } = await givenStreams(t, [
      (response) => response.write(told('1', 'a'), () => response.destroy()),
      (response) => response.end(`${told('2', 'b')}id: 5\n\n`),
      (response) => response.write(told('6', 'c')),
    ]);
    const events = await take(client.events({ lastEventId: '0' }), 3);
    assert.deepEqual(
      events.map(({ id }) => id),
      ['1', '2', '6'],
    );
    assert.deepEqual(positions, ['0', '1', '5']);
  });

  test('go on after the page that a proxy shows while the service is started anew', async (t) => {
    const { baseUrl, positions } = await givenStreams(t, [
      (response) => response.end(told('1', 'a')),
      (response) => response.end(told('2', 'b')),
    ]);
    let asked = 0;
    const pageOnce: typeof fetch = async (...request) =>
      ++asked === 2 ? new Response('404 page not found', { status: 404 }) : fetch(...request);
    const client = new Countersign({ baseUrl, apiKey: 'k', fetch: pageOnce });
    assert.equal((await take(client.events(), 2)).length, 2);
    assert.deepEqual([asked, positions], [3, [undefined, '1']]);
  });

  test('go on when a connection falls silent', async (t) => {
    const { client, positions } = await givenStreams(t, [
      (response) => response.write(told('1', 'a')),
      (response) => response.write(told('2', 'b')),
    ]);
    const real = globalThis.setTimeout;
    t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number, ...args: []) =>
      real(run, ms === 30_000 ? 200 : ms, ...args),
    );
    assert.equal((await take(client.events(), 2)).length, 2);
    assert.deepEqual(positions, [undefined, '1']);
  });

  test('close their connection when the loop is left, and end with the signal', async (t) => {
    let closed = 0;
    const { client } = await givenStreams(t, [
      (response) => {
        response.on('close', () => closed++);
        response.write(told('1', 'a'));
      },
    ]);
    await take(client.events(), 1);
    const ending = new AbortController();
    const looping = take(client.events({ signal: ending.signal }), 2);
    setTimeout(() => ending.abort(new Error('enough')), 100);
    await assert.rejects(looping, { message: 'enough' });
    await until(() => closed === 2, 'both are closed');
  });

  test('of a server that is not there, or of a key that is none, are a failure', async (t) => {
    const { service } = await givenService(t);
    const stranger = new Countersign({ baseUrl: service.baseUrl, apiKey: 'csk_none' });
    await assert.rejects(take(stranger.events(), 1), Unauthenticated);
    const nowhere = new Countersign({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', retries: 0 });
    await assert.rejects(take(nowhere.events(), 1), { code: 'connection_failed' });
    for (const page of ['{"status":"maintenance"}', '<p>Soon\n\nback</p>\n\n', '']) {
      const { client, positions } = await givenStreams(t, [(response) => response.end(page)]);
      await assert.rejects(take(client.events(), 1), { code: 'unexpected_answer' });
      assert.equal(positions.length, 1);
    }
  });

  test('end when the key is revoked', async (t) => {
    const { service, admin } = await givenService(t);
    const { key, id } = await admin.createKey({ name: 'n', scopes: ['actions'] });
    const looping = take(new Countersign({ baseUrl: service.baseUrl, apiKey: key }).events(), 1);
    await until(() => service.running.app.calls.count('stream') === 1, 'the stream is open');
    await admin.revokeKey(id);
    await assert.rejects(looping, Unauthenticated);
  });
});
