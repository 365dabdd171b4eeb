// What is served outside /v1: the inbox, health, metrics, documentation.

import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import { Problem } from '../base/problem.ts';
import { shared } from '../base/shared.ts';
import { type Answer, plain } from './answer.ts';
import { makeDocs } from './docs.ts';
import type { Metrics } from './metrics.ts';
import { makeRouter } from './router.ts';
import { openWebApp } from './web-app.ts';

/** Where the web package builds to. */
const WEB_FILES = new URL('../../../web/dist/', import.meta.url);

export interface Pages {
  answer(method: string, path: string, headers: IncomingHttpHeaders): Promise<Answer>;
}

/** Lines for /metrics, and words of warning for /healthz. */
export interface Reports {
  metrics(): readonly string[];
  warnings(): Promise<readonly string[]>;
}

export const SILENT: Reports = { metrics: () => [], warnings: async () => [] };

/** Whoever asks whether we live starts us anew when no answer comes: of the database, which is asked here, `/readyz` tells. */
const WARNINGS_MS = 1000;

export function makePages(app: App, metrics: Metrics, reports: Reports): Pages {
  const docs = makeDocs();
  const webApp = openWebApp(WEB_FILES, app.config.publicUrl);
  type Show = (params: Readonly<Record<string, string>>) => Answer | Promise<Answer>;
  const page = (path: string, show: Show) => ({ method: 'GET', path, show });
  const probe = shared(() => app.storage.probe()); // anyone may ask, and each is a transaction
  const router = makeRouter([
    page('/docs', docs.reference),
    page('/docs/errors', docs.errors),
    page('/docs/{guide}', ({ guide = '' }) => docs.guide(guide)),
    page('/.well-known/jwks.json', async () => ({
      status: 200,
      // Whoever meets a new key looks here for it at once: a copy from before it would refuse what is genuine.
      headers: { 'content-type': 'application/jwk-set+json', 'cache-control': 'no-cache' },
      body: JSON.stringify({ keys: await app.signer.publicKeys() }),
    })),
    page('/healthz', async () =>
      plain(['ok', ...(await warningsInTime(app, reports))].map((line) => `${line}\n`).join('')),
    ),
    page('/readyz', async () => {
      try {
        await probe();
        return plain('ready\n');
      } catch {
        throw new Problem('unavailable', { detail: 'Storage cannot commit.' });
      }
    }),
    page('/metrics', () => ({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: `${metrics.render()}${reports
        .metrics()
        .map((line) => `${line}\n`)
        .join('')}`,
    })),
  ]);

  return {
    async answer(method, path, headers) {
      const isRead = method === 'GET' || method === 'HEAD';
      const page = isRead ? webApp.answer(path, headers) : undefined;
      if (page) return page;
      try {
        const { target, params } = router.find(method, path);
        return await target.show(params);
      } catch (error) {
        const isNowhere = isRead && error instanceof Problem && error.code === 'not_found';
        const nowhere = isNowhere ? webApp.nowhere(path, headers) : undefined;
        if (nowhere) return nowhere;
        throw error;
      }
    },
  };
}

async function warningsInTime({ world }: App, { warnings }: Reports): Promise<readonly string[]> {
  const told = new AbortController();
  const late = world.sleep(WARNINGS_MS, told.signal).then(() => []);
  return Promise.race([warnings(), late]).finally(() => told.abort());
}
