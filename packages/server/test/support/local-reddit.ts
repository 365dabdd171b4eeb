// A Reddit of one's own on this machine: the token endpoint, the search of its API, and the feed that any visitor may read.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Post {
  readonly title: string;
  /** Unix seconds. */
  readonly at: number;
}

export interface LocalReddit {
  readonly url: string;
  /** The titles of its posts, newest first; each was posted when it is first shown. */
  posts: string[];
  /** What only the API shows, after the others. */
  older: Post[];
  nowMs: () => number;
  /** What was asked, in short: `token`, `api`, `feed`, with the status of the answer. */
  readonly asked: string[];
  /** How long a token lasts. */
  expiresIn: number;
  /** It gives none, and answers so. */
  tokenStatus: number | undefined;
  /** Those it gives open nothing. */
  givesBadTokens: boolean;
  /** From now on no token it gave is good. */
  forgetTokens(): void;
  close(): void;
}

export async function openLocalReddit(credentials: { id: string; secret: string }): Promise<LocalReddit> {
  const basic = `Basic ${Buffer.from(`${credentials.id}:${credentials.secret}`).toString('base64')}`;
  const tokens = new Set<string>();
  let given = 0;
  const server = createServer(async (request, response) => {
    const [status, body, type] = await answerTo(request);
    response.writeHead(status, { 'content-type': type, 'x-ratelimit-remaining': '90', 'x-ratelimit-reset': '300' });
    response.end(body);
  });

  const answerTo = async (request: IncomingMessage): Promise<[number, string, string]> => {
    const url = new URL(request.url ?? '/', 'http://reddit');
    const said = await textOf(request);
    const told = (what: string, status: number, body: string, type = 'application/json'): [number, string, string] => {
      reddit.asked.push(`${what} ${status}`);
      return [status, body, type];
    };
    if (!/^\S+\/\S+/.test(request.headers['user-agent'] ?? '')) return told('nameless', 429, '{}');
    if (url.pathname === '/api/v1/access_token') {
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
      const isAsked = request.method === 'POST' && isForm && said === 'grant_type=client_credentials';
      if (!isAsked) return told('token', 400, '{"error":"unsupported_grant_type"}');
      if (reddit.tokenStatus !== undefined) return told('token', reddit.tokenStatus, '{}');
      if (request.headers.authorization !== basic) return told('token', 401, '{"message":"Unauthorized","error":401}');
      const access_token = `local-token-${++given}`;
      if (!reddit.givesBadTokens) tokens.add(access_token);
      const token = { access_token, token_type: 'bearer', expires_in: reddit.expiresIn, scope: '*' };
      return told('token', 200, JSON.stringify(token));
    }
    if (url.pathname.endsWith('/search')) {
      const isKnown = tokens.has((request.headers.authorization ?? '').replace(/^bearer /i, ''));
      if (!isKnown) return told('api', 401, '{"message":"Unauthorized","error":401}');
      return told('api', 200, listing([...shown(), ...reddit.older]));
    }
    if (url.pathname.endsWith('/search.rss')) return told('feed', 200, feed(shown()), 'application/atom+xml');
    return told(url.pathname, 404, '{}');
  };

  const postedAt = new Map<string, number>();
  const shown = (): Post[] =>
    reddit.posts.map((title) => {
      const at = postedAt.get(title) ?? Math.floor(reddit.nowMs() / 1000);
      postedAt.set(title, at);
      return { title, at };
    });

  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const reddit: LocalReddit = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts: [],
    older: [],
    nowMs: Date.now,
    asked: [],
    expiresIn: 3600,
    tokenStatus: undefined,
    givesBadTokens: false,
    forgetTokens: () => tokens.clear(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return reddit;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

const idOf = (title: string) => Buffer.from(title).toString('hex');

function listing(posts: readonly Post[]): string {
  const children = posts.map(({ title, at }) => ({
    kind: 't3',
    data: {
      id: idOf(title),
      name: `t3_${idOf(title)}`,
      title,
      selftext: '',
      author: 'someone',
      subreddit: 'law',
      permalink: `/r/law/comments/${idOf(title)}/post/`,
      url: `https://www.reddit.com/r/law/comments/${idOf(title)}/post/`,
      created_utc: at,
    },
  }));
  return JSON.stringify({ kind: 'Listing', data: { after: null, before: null, children } });
}

function feed(posts: readonly Post[]): string {
  const entries = posts.map(
    ({ title, at }) =>
      `<entry><id>t3_${idOf(title)}</id><title>${title}</title><link href="https://www.reddit.com/r/law/comments/${idOf(title)}/post/"/><published>${new Date(at * 1000).toISOString()}</published></entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>search</title>${entries.join('')}</feed>`;
}
