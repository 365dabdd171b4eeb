// The inbox in the browser: files that were built beside us, sent as they lie, and one page for every place in the app.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import { type Answer, html } from './answer.ts';
import { foreignHost, isOwnHost } from './visit.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app',
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** The first words of the paths that the app draws itself. */
const PLACES =
  /^\/(?:$|inbox$|connect$|a\/[\w-]+$|history$|watchers(?:\/[\w-]+)?$|insights$|rules$|channels$|reviewers$|keys$|audit$|settings(?:\/[\w-]+)?$|me$|setup$|join$|signin$|confirm$)/;
const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Countersign</title>
<p>The inbox is not built. Start the server with <code>npm start</code>, which builds it. The API works: <a href="/docs">/docs</a>.`;

export interface WebApp {
  /** Undefined when the path is not the app's. */
  answer(path: string, headers: IncomingHttpHeaders): Answer | undefined;
  /** The app's page for a path that is nobody's, where a browser asks; undefined when a program does. */
  nowhere(path: string, headers: IncomingHttpHeaders): Answer | undefined;
}

/** `publicUrl`: where people reach this server, when it was said. */
export function openWebApp(folder: URL, publicUrl: string | undefined): WebApp {
  const files = existsSync(folder) ? namesIn(folder) : new Set<string>();
  const kept = new Map<string, Uint8Array>();
  const read = (name: string) => {
    const bytes = kept.get(name) ?? readFileSync(new URL(`.${name}`, folder));
    kept.set(name, bytes);
    return bytes;
  };
  const sent = (name: string, accepts: string, headers: Readonly<Record<string, string>>): Answer => {
    const coding = ['br', 'gzip'].find(
      (one) => accepts.includes(one) && files.has(`${name}.${one === 'br' ? 'br' : 'gz'}`),
    );
    const stored = coding === undefined ? name : `${name}.${coding === 'br' ? 'br' : 'gz'}`;
    return {
      status: 200,
      headers: {
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        vary: 'accept-encoding',
        ...(coding !== undefined && { 'content-encoding': coding }),
        ...headers,
      },
      body: read(stored),
    };
  };

  const shell = (path: string, headers: IncomingHttpHeaders): Answer => {
    const home = publicUrl === undefined ? towardsLocalhost(headers, path) : undefined;
    if (home) return home;
    if (!files.has('/index.html')) return html(NOT_BUILT, PAGE_HEADERS);
    return sent('/index.html', String(headers['accept-encoding'] ?? ''), PAGE_HEADERS);
  };

  return {
    answer(path, headers) {
      const accepts = String(headers['accept-encoding'] ?? '');
      if (path !== '/index.html' && files.has(path)) {
        const forever = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        return sent(path, accepts, { 'cache-control': forever });
      }
      if (!PLACES.test(path)) return undefined;
      if (!isOwnHost(headers.host, publicUrl)) throw foreignHost(publicUrl);
      return shell(path, headers);
    },
    nowhere(path, headers) {
      if (!headers.accept?.includes('text/html') || !isOwnHost(headers.host, publicUrl)) return undefined;
      const page = shell(path, headers);
      if (page.status !== 200) return page;
      return { ...page, status: 404, headers: { ...page.headers, vary: 'accept, accept-encoding' } };
    },
  };
}

function namesIn(folder: URL): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('.'));
  return new Set(names.map((name) => `/${name.replaceAll('\\', '/')}`));
}

/** Passkeys work on `localhost`, not on `127.0.0.1`: a person who comes there is sent to the place where they do. */
function towardsLocalhost(headers: IncomingHttpHeaders, path: string): Answer | undefined {
  const here = URL.parse(`http://${headers.host ?? ''}`);
  const loopback = here && (here.hostname === '127.0.0.1' || here.hostname === '[::1]');
  if (!loopback || headers['sec-fetch-mode'] !== 'navigate') return undefined;
  return { status: 307, headers: { location: `http://localhost:${here.port || 80}${path}` } };
}
