// A key to Reddit's API: made when needed, kept until it is about to expire, one at a time.

import type { App } from '../../../app.ts';
import { hasApiKey } from '../sources/reddit.ts';
import { follow } from './follow.ts';
import { guestHeaders } from './guest.ts';

export interface RedditTokens {
  /** Undefined when there are no credentials, or they do not work: then the feeds are read as any visitor reads them. */
  get(app: App, signal?: AbortSignal): Promise<string | undefined>;
  /** It was refused. */
  drop(token: string): void;
}

const MARGIN_SECONDS = 60;
const REFUSED_SECONDS = 3600;
/** Nobody said no: it may work in a moment. */
const UNREACHED_SECONDS = 60;

export function openRedditTokens(): RedditTokens {
  let token: string | undefined;
  let untilMs = 0;
  let minting: Promise<void> | undefined;

  const mint = async (app: App, signal: AbortSignal | undefined) => {
    const { redditBaseUrl, redditClientId, redditClientSecret } = app.config;
    const url = `${redditBaseUrl}/api/v1/access_token`;
    const answer = await follow(app, {
      url,
      method: 'POST',
      headers: {
        ...guestHeaders(app, url),
        authorization: `Basic ${Buffer.from(`${redditClientId}:${redditClientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      ...(signal ? { signal } : {}),
    });
    if (signal?.aborted) return; // we ended it ourselves: nothing is to be learned from that
    const made = 'answer' in answer && answer.answer.status === 200 ? tokenIn(answer.answer.bytes) : undefined;
    token = made?.token;
    const isRefused = 'answer' in answer && answer.answer.status < 500 && answer.answer.status !== 429;
    const wait_s = isRefused ? REFUSED_SECONDS : UNREACHED_SECONDS;
    untilMs = app.world.nowMs() + (made ? Math.max(1, made.expires_in - MARGIN_SECONDS) : wait_s) * 1000;
    if (!made) app.world.log('warn', 'reddit.no_token', { wait_s });
  };

  return {
    async get(app, signal) {
      if (!hasApiKey(app.config)) return undefined;
      // Again when whoever began it has gone meanwhile.
      while (app.world.nowMs() >= untilMs && !signal?.aborted) {
        minting ??= mint(app, signal).finally(() => {
          minting = undefined;
        });
        await minting;
      }
      return signal?.aborted ? undefined : token;
    },
    drop(refused) {
      if (refused === token) untilMs = 0;
    },
  };
}

function tokenIn(bytes: Buffer | undefined): { token: string; expires_in: number } | undefined {
  try {
    const { access_token, expires_in } = JSON.parse(bytes?.toString('utf8') ?? '') as Record<string, unknown>;
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(access_token)) return undefined;
    return { token: access_token, expires_in: typeof expires_in === 'number' ? expires_in : 3600 };
  } catch {
    return undefined; // not the answer of a token endpoint
  }
}
