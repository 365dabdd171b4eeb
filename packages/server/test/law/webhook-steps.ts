// The steps the law suite takes with webhooks: a recording receiver, bounded waits, and the project's signing secret.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterLook } from '../support/attempts.ts';
import { openServices, type Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { asObject, assertStatus, call, type Json, type JsonObject, objectWith, stringsIn } from './client.ts';

export interface Post {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

export type Reply = number | 'hang up';

export interface Receiver {
  readonly url: string;
  /** Every request received, of whatever method. */
  readonly posts: readonly Post[];
  /** The status of the next answers, or `hang up` to close the connection without one. */
  answer: Reply;
  /** The Location header of the next answers. */
  location: string | undefined;
  /** Leaves the port, so that connections to it are refused, until `listen`. */
  close(): Promise<void>;
  listen(): Promise<void>;
}

const open = new Set<Receiver>();

export async function startReceiver(answer: Reply = 200): Promise<Receiver> {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      posts.push({ method, url, headers, raw: Buffer.concat(chunks) });
      if (receiver.answer === 'hang up') {
        request.socket.destroy();
        return;
      }
      response.writeHead(receiver.answer, receiver.location === undefined ? {} : { location: receiver.location });
      response.end();
    });
  });
  let port = 0;
  const listenOn = async (wanted: number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
    await promise.finally(() => server.off('error', reject));
    port = wanted;
    open.add(receiver);
  };
  /** Below what the system gives out: nobody else takes the port of a receiver that has left it. */
  const listen = async (): Promise<void> => {
    if (port !== 0) return listenOn(port);
    for (let tries = 1; port === 0; tries++) {
      await listenOn(randomInt(10_000, 32_000)).catch((error: unknown) => {
        if (tries === 20) throw error;
      });
    }
  };
  const close = async (): Promise<void> => {
    open.delete(receiver);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    server.closeAllConnections();
    await promise;
  };
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/hook`;
    },
    posts,
    answer,
    location: undefined,
    close,
    listen,
  };
  await listen();
  return receiver;
}

export async function closeReceivers(): Promise<void> {
  await Promise.all([...open].map((receiver) => receiver.close()));
}

/** Tries every 10 ms, for at most a minute unless told, until the check holds; tells whether it did. */
export async function comesTrue(check: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!(await check())) {
    if (performance.now() > deadline) {
      return false;
    }
    await sleep(10);
  }
  return true;
}

/** Waits for the receiver's post number `count`, which must be the last so far. */
export async function nthPost(receiver: Receiver, count: number): Promise<Post> {
  await comesTrue(() => receiver.posts.length >= count);
  assert.equal(receiver.posts.length, count, `expected ${count} posts`);
  return receiver.posts[count - 1] ?? assert.fail();
}

/** Lets the service take in the receivers' answers before the clock moves: no attempt is due, and none is under way. */
export async function answersTaken(): Promise<void> {
  for (const { running, world } of openServices()) {
    const now = Math.floor(world.nowMs() / 1000);
    const busy = running.app.reader.q
      .selectFrom('deliveries')
      .select('id')
      .where((row) => row.or([row('due_at', '<=', now), row('leased', '=', 1)]))
      .limit(1);
    await until(async () => !(await busy.executeTakeFirst()), 'the answers are taken in');
  }
  await afterLook();
}

/** Gives the service the time to send something and asserts that the receiver still has only `count` posts. */
export async function staysAt(receiver: Receiver, count: number): Promise<void> {
  await sleep(150);
  assert.equal(receiver.posts.length, count, `expected no post after ${count}`);
}

/** Whether an answer shows this delivery status, in whatever field, alone or followed by the attempt. */
export function hasDelivery(body: Json, status: string): boolean {
  return stringsIn(body).some((each) => each === status || each.startsWith(`${status} `));
}

/** Waits until a read of the action shows this delivery status. */
export async function showsDelivery(service: Service, id: string, status: string): Promise<void> {
  let seen = '';
  const shown = await comesTrue(async () => {
    const answer = await call(service, 'GET', `/actions/${id}`);
    assertStatus(answer, 200);
    seen = answer.text;
    return hasDelivery(answer.body, status);
  });
  assert.ok(shown, `no delivery status ${status} in ${seen}`);
}

export function header(post: Post, name: string): string {
  const value = post.headers[name];
  assert.ok(typeof value === 'string', `the post carries one ${name}`);
  return value;
}

export function bodyOf(post: Post): JsonObject {
  return asObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(post.raw)) as Json);
}

export async function webhookSecret(service: Service, key?: string): Promise<string> {
  const answer = await call(service, 'GET', '/project', { key });
  assertStatus(answer, 200);
  const secret = objectWith(answer.body, ['webhook_secret'])['webhook_secret'];
  assert.ok(typeof secret === 'string' && secret !== '', 'the project has a webhook_secret');
  return secret;
}
