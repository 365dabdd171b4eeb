// What is served outside /v1: health, metrics, documentation.

import type { App } from '../app.ts';
import { Problem } from '../base/problem.ts';
import { type Answer, plain } from './answer.ts';
import { makeDocs } from './docs.ts';
import type { Metrics } from './metrics.ts';
import { makeRouter } from './router.ts';

export interface Pages {
  answer(method: string, path: string): Promise<Answer>;
}

export function makePages(app: App, metrics: Metrics): Pages {
  const docs = makeDocs();
  const page = (path: string, show: () => Answer | Promise<Answer>) => ({ method: 'GET', path, show });
  const router = makeRouter([
    page('/', () => ({ status: 302, headers: { location: '/docs' } })),
    page('/docs', docs.reference),
    page('/docs/errors', docs.errors),
    page('/.well-known/jwks.json', async () => ({
      status: 200,
      headers: { 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' },
      body: JSON.stringify({ keys: await app.signer.publicKeys() }),
    })),
    page('/healthz', () => plain('ok\n')),
    page('/readyz', async () => {
      try {
        await app.storage.probe();
        return plain('ready\n');
      } catch {
        throw new Problem('unavailable', { detail: 'Storage cannot commit.' });
      }
    }),
    page('/metrics', () => ({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: metrics.render(),
    })),
  ]);

  return {
    async answer(method, path) {
      return router.find(method, path).target.show();
    },
  };
}
