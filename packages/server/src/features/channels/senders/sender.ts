// What sending to a platform is: one exchange, and what its answer makes of the message.

import type { ChannelConfig } from '@countersign/contract';
import { type App, nowOf } from '../../../app.ts';
import { askedWait } from '../../../base/http-date.ts';
import type { ChannelRow } from '../../../storage/channel-rows.ts';
import type { Incoming } from '../../../world/outgoing.ts';
import { errorOfStatus } from '../../deliveries/delivery.ts';
import type { Text } from '../message.ts';

export interface Draft {
  /** Constant over all attempts. */
  readonly id: string;
  readonly text: Text;
  /** What is said instead where its words are refused; undefined when they are told nowhere else. */
  readonly wordless?: Text;
  /** The event for programs. */
  readonly event: string;
  /** The moment of the lease. */
  readonly now: number;
}

export interface Channel {
  readonly row: Pick<ChannelRow, 'project_id' | 'id' | 'type' | 'name' | 'updated_at'>;
  readonly config: ChannelConfig;
}

export type Sent =
  /** `ref`: what the message can be changed by. */
  | { readonly is: 'sent'; readonly ref?: string }
  /** The receiver wants nothing more, ever. */
  | { readonly is: 'gone'; readonly error: string }
  /** It is not a matter of time: wrong key, no such channel. `ofWords`: a matter of what this one says, and of nothing else. */
  | { readonly is: 'refused'; readonly error: string; readonly ofWords?: true }
  | { readonly is: 'later'; readonly seconds: number; readonly error: string }
  | { readonly is: 'failed'; readonly error: string };

export interface Sender {
  send(app: App, channel: Channel, draft: Draft, signal: AbortSignal): Promise<Sent>;
  /** Where a message can be changed afterwards. One that somebody has removed there is as good as changed. */
  update?(app: App, channel: Channel, draft: Draft & { readonly ref: string }, signal: AbortSignal): Promise<Sent>;
}

/** After the lease: what begins later could end after it. */
const LATEST_SECONDS = 25;

/** A message that is refused for its words is sent without them: people are told all the same. */
export function orWithoutWords({ send, update }: Sender): Sender {
  return {
    send: (app, channel, draft, signal) => orWordless(app, draft, (one) => send(app, channel, one, signal)),
    ...(update && {
      update: (app, channel, draft, signal) => orWordless(app, draft, (one) => update(app, channel, one, signal)),
    }),
  };
}

async function orWordless<D extends Draft>(app: App, draft: D, send: (draft: D) => Promise<Sent>): Promise<Sent> {
  const sent = await send(draft);
  const isOfWords = sent.is === 'refused' && sent.ofWords === true;
  if (!isOfWords || !draft.wordless || nowOf(app) - draft.now > LATEST_SECONDS) return sent;
  return withoutWords(await send({ ...draft, text: draft.wordless }));
}

/** What is refused without them is not refused for them. */
export function withoutWords(sent: Sent): Sent {
  return sent.is === 'refused' ? { is: 'refused', error: sent.error } : sent;
}

/** By the platform's word it is for what the message says, where it was refused at all. */
export function forWords(sent: Sent, isOfWords: boolean): Sent {
  return isOfWords && sent.is === 'refused' ? { ...sent, ofWords: true } : sent;
}

const DEADLINE_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
/** Whatever a platform asks for. */
export const LONGEST_WAIT_SECONDS = 3600;

interface Exchange {
  readonly url: string;
  readonly method?: 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The operator named the host. */
  readonly trusted?: boolean;
  readonly deadlineMs?: number | undefined;
  readonly signal: AbortSignal;
}

export function exchange(
  app: App,
  { url, method = 'POST', headers, body, trusted, deadlineMs = DEADLINE_MS, signal }: Exchange,
): Promise<Incoming> {
  return app.world.request({
    url,
    method,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Countersign', ...headers },
    body,
    deadlineMs,
    maxBytes: MAX_ANSWER_BYTES,
    allowPrivate: trusted === true || app.config.allowPrivateTargets,
    signal,
  });
}

/** What a status means, where the platform says no more than that. */
export function sentOf(answer: Incoming): Sent {
  if ('error' in answer) return { is: 'failed', error: answer.error };
  const { status } = answer;
  if (status >= 200 && status <= 299) return { is: 'sent' };
  const error = `${errorOfStatus(status) ?? 'http'} (${status})`;
  if (status === 429) return { is: 'later', seconds: waitOf(askedWait(answer.headers)), error };
  if (status === 410) return { is: 'gone', error };
  if (status === 413) return { is: 'refused', error, ofWords: true };
  return { is: [400, 401, 403, 404, 405].includes(status) ? 'refused' : 'failed', error };
}

export function waitOf(asked: unknown): number {
  const seconds = Math.ceil(Number(asked));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : 30;
}

/** The JSON of an answer, if it is some. */
export function jsonOf(answer: Incoming): Readonly<Record<string, unknown>> {
  if (!('body' in answer)) return {};
  try {
    const value: unknown = JSON.parse(answer.body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // the words of a proxy, perhaps: the status says enough
  }
}
