// Clients that work until the server is gone, and what was acknowledged to them.

import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../support/wire.ts';
import { MANNERS, type Receivers } from './receivers.ts';

export interface Target {
  readonly url: string;
  readonly key: string;
}

/** The furthest state of each action that the server has acknowledged. */
export type Acknowledged = Map<string, string>;

const CLIENTS = 12;
/** A real client thinks; with none of it, all the time would go into creates. */
const PAUSE_MS = 2;
const NO_CALLBACK = 'none';
const KINDS = [...Object.keys(MANNERS), NO_CALLBACK];

/** What the clients work with. */
export interface Work {
  /** Each client keeps to one of them for its proposals and asks another to decide. */
  readonly targets: readonly Target[];
  readonly receivers: Receivers;
  readonly acknowledged: Acknowledged;
  /** Asked before each round; without it they work until the server is gone. */
  goesOn?(): boolean;
}

/**
 * Ends when every client has lost its server, or need not go on. A request without an answer may or may not have happened:
 * it is not noted.
 */
export async function workUntilGone(work: Work): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    rounds(work, client).catch((error: unknown) => {
      if (error instanceof WrongAnswer) throw error;
    }),
  );
  await Promise.all(clients);
}

class WrongAnswer extends Error {}

let made = 0;

async function rounds({ targets, receivers, acknowledged, goesOn = () => true }: Work, client: number): Promise<void> {
  for (let n = client; goesOn(); n++) {
    const [target, other] = [targets[client % targets.length], targets[n % targets.length]];
    if (!target || !other) throw new Error('There is nobody to ask.');
    const kind = KINDS[n % KINDS.length] ?? NO_CALLBACK;
    const { id } = await post<{ id: string }>(target, '/v1/actions', {
      kind,
      title: `Action ${made++}`,
      preview: { body: 'x' },
      expires_in: 300,
      ...(kind === NO_CALLBACK ? {} : { callback_url: receivers.urlOf(kind) }),
    });
    acknowledged.set(id, 'pending');
    await delay(PAUSE_MS);
    if (n % 7 === 0) continue; // left to expire
    const decision = n % 3 === 0 ? 'reject' : 'approve';
    const { status } = await post<{ status: string }>(other, `/v1/actions/${id}/decision`, { decision });
    acknowledged.set(id, status);
    if (status !== 'approved' || n % 2 === 0) continue;
    await post(target, `/v1/actions/${id}/result`, { status: 'executed' });
    acknowledged.set(id, 'executed');
  }
}

async function post<T>({ url, key }: Target, path: string, body: object): Promise<T> {
  const answer = await call('POST', `${url}${path}`, { key, body: JSON.stringify(body) });
  if (answer.status !== 200 && answer.status !== 201) throw new WrongAnswer(`${path}: ${answer.text}`);
  return JSON.parse(answer.text) as T;
}
