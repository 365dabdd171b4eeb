// What the service says about itself outside /v1: alive, ready, counted, described. No key is asked for.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Operation, operations, PROBLEM_CODES, PROBLEMS, problemsOf, roleOf } from '@countersign/contract';
import { openMetrics } from '../../src/http/metrics.ts';
import { makePages, SILENT } from '../../src/http/pages.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem, call } from '../support/wire.ts';

let service: Service;

before(async () => {
  service = await startService();
});
after(() => service.stop());

const get = (path: string) => call('GET', `${service.running.url}${path}`);

test('/healthz says that the process lives', async () => {
  const { status, text, headers } = await get('/healthz');
  assert.deepEqual([status, text, headers.get('content-type')], [200, 'ok\n', 'text/plain; charset=utf-8']);
});

test('/healthz does not wait for a database that is silent: that is no reason to start us anew', async () => {
  const { app } = service.running;
  const silent = { ...SILENT, warnings: () => new Promise<never>(() => undefined) };
  const { status, body } = await makePages(app, openMetrics(app.calls), silent).answer('GET', '/healthz', {});
  assert.deepEqual([status, String(body)], [200, 'ok\n']);
});

test('/readyz says that storage takes a commit', async () => {
  const { status, text } = await get('/readyz');
  assert.deepEqual([status, text], [200, 'ready\n']);
});

test('/readyz asked by many at once is one look at storage, or two', async () => {
  const { app } = service.running;
  let looks = 0;
  const probe = () => {
    looks++;
    return app.storage.probe();
  };
  const pages = makePages({ ...app, storage: { ...app.storage, probe } }, openMetrics(app.calls), SILENT);
  const answers = await Promise.all(Array.from({ length: 50 }, () => pages.answer('GET', '/readyz', {})));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.ok(looks <= 2, `${looks} looks`);
});

describe('/metrics', () => {
  test('counts requests by operation and status, and how long they took', async () => {
    await call('GET', `${service.baseUrl}/keys`, { key: service.adminKey });
    await call('GET', `${service.baseUrl}/keys`, { key: service.adminKey });
    await call('GET', `${service.baseUrl}/keys`);
    const { status, text, headers } = await get('/metrics');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.match(text, /^countersign_requests_total\{operation="listKeys",status="200"\} 2$/m);
    assert.match(text, /^countersign_requests_total\{operation="listKeys",status="401"\} 1$/m);
    assert.match(text, /^countersign_request_seconds_bucket\{operation="listKeys",le="\+Inf"\} 3$/m);
    assert.match(text, /^countersign_request_seconds_count\{operation="listKeys"\} 3$/m);
    assert.match(text, /^countersign_event_loop_lag_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
    assert.match(text, /^process_resident_memory_bytes \d+$/m);
  });

  test('is lines that Prometheus reads, each with a type before it', async () => {
    const { text } = await get('/metrics');
    assert.ok(text.endsWith('\n'));
    const typed = new Set<string>();
    for (const line of text.trimEnd().split('\n')) {
      const declared = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line)?.[1];
      if (declared) typed.add(declared);
      else {
        const name = /^(\w+?)(_bucket|_sum|_count)?(\{(\w+="[^"\\]*",?)+\})? [\d.e+-]+$/.exec(line)?.[1];
        assert.ok(name !== undefined && typed.has(name), line);
      }
    }
  });

  test('grows with the operations there are, not with what callers make up', async () => {
    for (let count = 0; count < 20; count++) await get(`/v1/made-up-${count}`);
    const { text } = await get('/metrics');
    assert.equal(text.includes('made-up'), false);
    assert.match(text, /^countersign_requests_total\{operation="none",status="404"\} 20$/m);
  });
});

test('/ is the inbox, under a closed content policy', async () => {
  const { status, headers } = await get('/');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*require-trusted-types-for 'script'/);
});

describe('the reference', () => {
  for (const path of ['/docs', '/docs/errors']) {
    test(`${path} is a page that runs nothing and loads nothing`, async () => {
      const { status, text, headers } = await get(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) {
        assert.ok(policy.includes(rule), rule);
      }
      assert.doesNotMatch(policy, /script-src|https?:/);
      assert.doesNotMatch(text, /<(script|link|img|iframe|object|embed|base|form)\b/i);
      assert.doesNotMatch(text, /\s(on\w+|src|srcset|action)=|@import|url\(|javascript:/i);
      for (const [, target = ''] of text.matchAll(/href="([^"]*)"/g)) assert.match(target, /^[/#](?!\/)/);
      assert.match(text, /^<!doctype html>\n<html lang="en">/);
    });
  }

  test('names every operation, with its path, scope and errors', async () => {
    const { text } = await get('/docs');
    for (const [name, operation] of Object.entries(operations as Record<string, Operation>)) {
      const section = new RegExp(`<section id="${name}">[^]*?</section>`).exec(text)?.[0] ?? '';
      assert.ok(section.includes(operation.summary) && text.includes(`href="#${name}"`), name);
      assert.ok(section.includes(`>${operation.method}</b> <code>${operation.path}</code>`), name);
      assert.ok(section.includes(accessTo(operation)), name);
      for (const code of problemsOf(operation)) assert.ok(section.includes(`/docs/errors#${code}"`), `${name} ${code}`);
      const { body, query } = operation as { body?: { properties?: object }; query?: { properties?: object } };
      for (const member of Object.keys({ ...body?.properties, ...query?.properties })) {
        assert.ok(
          section.includes(`<code>${member}</code>`) || section.includes(`<code>${member}.`),
          `${name} ${member}`,
        );
      }
    }
  });

  test('explains every error where its type points', async () => {
    const { text } = await get('/docs/errors');
    for (const code of PROBLEM_CODES) {
      assert.ok(text.includes(`<tr id="${code}"><td>${PROBLEMS[code].status}</td>`), code);
      assert.ok(text.includes(PROBLEMS[code].title), code);
    }
    const { type } = assertProblem(await get('/v1/nothing'), 'not_found');
    const [page = '', anchor] = type.split('#');
    assert.ok((await get(page)).text.includes(`id="${anchor}"`));
  });

  test('/v1/openapi.json is public', async () => {
    const { status, text } = await get('/v1/openapi.json');
    assert.equal(status, 200);
    assert.equal((JSON.parse(text) as { openapi: string }).openapi, '3.1.0');
  });
});

describe('the guides', () => {
  const folder = new URL('../../../../docs/', import.meta.url);
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);

  test('each is a page, found from every other, and wherever one leads there is something', async () => {
    const pages = new Map<string, string>();
    for (const name of names.filter((each) => each !== 'spec'))
      pages.set(`/docs/${name}`, (await get(`/docs/${name}`)).text);
    for (const path of ['/docs', '/docs/errors']) pages.set(path, (await get(path)).text);
    for (const [path, text] of pages) {
      assert.ok(text.startsWith('<!doctype html>'), path);
      assert.ok(!/<(script|link|img|iframe|object|embed|base|form)\b/i.test(text), path);
      if (path !== '/docs' && path !== '/docs/errors') {
        const words = text.replaceAll(/<pre[\s\S]*?<\/pre>|<code>[^<]*<\/code>|<style>[\s\S]*<\/style>/g, '');
        const unread = words.split('\n').find((line) => /\*\*|\]\(|```|^#+ |^\|/.test(line));
        assert.equal(unread, undefined, path);
        for (const name of pages.keys()) assert.ok(text.includes(`href="${name}"`), `${path} to ${name}`);
      }
      for (const [, target = ''] of text.matchAll(/href="([^"]*)"/g)) {
        const [page = '', anchor] = target.split('#');
        if (/^https?:/.test(target) || page.startsWith('/v1/')) continue;
        const there = pages.get(page === '' ? path : page);
        assert.ok(there !== undefined, `${path} leads to ${target}`);
        if (anchor) assert.ok(there.includes(`id="${anchor}"`), `${path} leads to ${target}`);
      }
    }
  });

  test('what is none is 404', async () => {
    for (const name of ['nothing', 'spec', '..%2fpackage', 'quickstart.md']) {
      assertProblem(await get(`/docs/${name}`), 'not_found');
    }
  });
});

test('nothing may be cached, guessed at or told to other sites', async () => {
  for (const path of ['/healthz', '/metrics', '/docs', '/v1/openapi.json', '/nothing']) {
    const { headers } = await get(path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.match(headers.get('cache-control') ?? '', path === '/docs' ? /^no-cache$/ : /^no-store$/);
  }
});

function accessTo(operation: Operation): string {
  if (operation.scope === 'public') return 'no key';
  const person = `signed in: ${roleOf(operation)}`;
  return operation.scope === 'person' ? person : `scope ${operation.scope} · ${person}`;
}
