// Every preset makes a watcher that the contract accepts; nothing a person types leaves its place in the address.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WatcherCreate } from '@countersign/contract';
import fc from 'fast-check';
import { Problem } from '../../../base/problem.ts';
import { issuesOf } from '../../../base/validate.ts';
import { viewPreset, watcherFromPreset } from './from-preset.ts';
import { PRESETS } from './presets.ts';

const examples = (preset: (typeof PRESETS)[number]) =>
  Object.fromEntries(preset.params.map(({ name, example }) => [name, example]));

const issuesIn = (work: () => unknown): readonly { path: string; message: string }[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed') return error.facts.issues ?? [];
    throw error;
  }
  return [];
};

test('there are 32, each with its own id', () => {
  assert.equal(PRESETS.length, 32);
  assert.equal(new Set(PRESETS.map(({ id }) => id)).size, 32);
});

/** Where two parameters together say what is watched. */
const COMPOSED: Readonly<Record<string, string>> = {
  'github-releases': 'nodejs/node',
  'github-commits': 'nodejs/node',
  'docker-tag': 'library/postgres',
  'mastodon-tag': '#opensource on mastodon.social',
};

for (const preset of PRESETS) {
  describe(preset.id, () => {
    test('its examples make a watcher', () => {
      const watcher = watcherFromPreset({ preset_id: preset.id, params: examples(preset) });
      assert.deepEqual(issuesOf(WatcherCreate, watcher), []);
      assert.equal(watcher.kind, preset.kind);
      assert.deepEqual(watcher.schedule, { every: preset.every });
      const url = watcher.config.url;
      if (preset.kind !== 'reddit_search') assert.equal(new URL(url ?? '').href, url);
      const [first] = preset.params;
      const primary = COMPOSED[preset.id] ?? first?.example;
      assert.equal(watcher.name, primary === undefined ? preset.title : `${preset.title}: ${primary}`);
    });

    test('says what it needs', () => {
      const view = viewPreset(preset);
      assert.ok(view.title && view.description.endsWith('.') && view.category);
      for (const param of preset.params) assert.match(param.example, param.allows);
      const missing = issuesIn(() => watcherFromPreset({ preset_id: preset.id }));
      const needed = preset.params.filter(({ required }) => required);
      assert.deepEqual(
        missing.map(({ path }) => path),
        needed.map(({ name }) => `params.${name}`),
      );
    });

    test('needs what it says is required, and no more', () => {
      const needed = preset.params.filter(({ required }) => required).map(({ name, example }) => [name, example]);
      const watcher = watcherFromPreset({ preset_id: preset.id, params: Object.fromEntries(needed) });
      assert.deepEqual(issuesOf(WatcherCreate, watcher), []);
    });

    test('whatever is typed is refused or stays in its place', () => {
      const expected = new URL(
        watcherFromPreset({ preset_id: preset.id, params: examples(preset) }).config.url ?? 'https://x.example',
      );
      const fixedHost = preset.params.every(
        ({ name }) => !['url', 'host', 'site', 'instance', 'publication', 'lang'].includes(name),
      );
      const nasty = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.constantFrom(
          '../..',
          'a/../../b',
          'x@evil.example',
          'a?b=c#d',
          '//evil.example',
          'javascript:alert(1)',
          'a\nb',
          '%2e%2e',
          '.',
          '..',
          'a&b=c',
          "';--",
        ),
      );
      fc.assert(
        fc.property(fc.constantFrom(...preset.params.map(({ name }) => name), 'none'), nasty, (name, text) => {
          const params = { ...examples(preset), ...(name === 'none' ? {} : { [name]: text }) };
          let watcher: WatcherCreate;
          try {
            watcher = watcherFromPreset({ preset_id: preset.id, params });
          } catch (error) {
            assert.ok(error instanceof Problem && error.code === 'validation_failed', String(error));
            return;
          }
          const isBlank = name !== 'none' && text.trim() === ''; // as if it were not given
          if (watcher.config.url === undefined || !fixedHost || isBlank) return;
          const url = new URL(watcher.config.url);
          assert.equal(url.origin, expected.origin);
          assert.equal(url.hash, '');
          assert.equal(url.username, '');
          assert.deepEqual([...url.searchParams.keys()], [...expected.searchParams.keys()]);
          if (!preset.params.some((param) => param.name === 'branch')) {
            assert.equal(url.pathname.split('/').length, expected.pathname.split('/').length);
          }
        }),
        { numRuns: 50 },
      );
    });
  });
}

test('an unknown preset is not found', () => {
  assert.throws(
    () => watcherFromPreset({ preset_id: 'nope' }),
    (error) => error instanceof Problem && error.code === 'preset_not_found',
  );
  assert.throws(() => watcherFromPreset({ preset_id: '__proto__' }), Problem);
});

test('unknown parameters are refused by name, a prototype too', () => {
  const params = JSON.parse('{"owner":"a","repo":"b","color":"red","__proto__":"x","constructor":"y"}') as Record<
    string,
    string
  >;
  const paths = issuesIn(() => watcherFromPreset({ preset_id: 'github-releases', params })).map(({ path }) => path);
  assert.deepEqual(paths.toSorted(), ['params.__proto__', 'params.color', 'params.constructor']);
});

test('arXiv is read by category, searched, or searched within a category', () => {
  const urlOf = (params: Readonly<Record<string, string>>) =>
    watcherFromPreset({ preset_id: 'arxiv-papers', params }).config.url ?? '';
  assert.equal(urlOf({}), 'https://rss.arxiv.org/atom/cs');
  assert.equal(urlOf({ category: 'cs.AI' }), 'https://rss.arxiv.org/atom/cs.AI');
  assert.match(urlOf({ query: 'large models' }), /\?search_query=all:large%20models&/);
  assert.match(urlOf({ category: 'cs.AI', query: 'x' }), /\?search_query=cat:cs\.AI\+AND\+all:x&/);
});

test('words become keywords', () => {
  const watcher = watcherFromPreset({
    preset_id: 'blog-newsletter',
    params: { url: 'https://a.example/f', keywords: 'rust, go ,,rust' },
  });
  assert.deepEqual(watcher.keywords, [
    { pattern: 'rust', points: 10 },
    { pattern: 'go', points: 10 },
  ]);
  assert.equal(watcher.min_score, 10);
});

test('a name and a schedule of one’s own win; a long name is cut', () => {
  const params = { owner: 'a', repo: 'b' };
  const own = watcherFromPreset({
    preset_id: 'github-releases',
    params,
    name: 'Mine',
    schedule: { every: '5m', jitter: '1m' },
  });
  assert.deepEqual([own.name, own.schedule], ['Mine', { every: '5m', jitter: '1m' }]);
  const url = `https://a.example/${'x'.repeat(1000)}`;
  assert.equal(watcherFromPreset({ preset_id: 'rss-feed', params: { url } }).name.length, 200);
});
