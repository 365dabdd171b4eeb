// Every setting has a default that parses; one that does not parse stops the start and names itself.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

test('without an environment every setting has its default', () => {
  const config = readConfig({});
  assert.equal(config.port, 8484);
  assert.equal(config.host, 'localhost');
  assert.equal(config.publicUrl, undefined);
  assert.deepEqual(config.databaseUrl, { engine: 'sqlite', file: './data/countersign.db' });
  assert.equal(config.allowPrivateTargets, false);
  assert.deepEqual(config.trustedProxies, []);
  assert.equal(config.logLevel, 'info');
  assert.deepEqual(
    [config.limitCreate, config.limitDecide, config.limitBulk, config.limitList],
    [600, 6000, 600, 30_000],
  );
});

test('an empty setting is the same as none', () => {
  const empty = Object.fromEntries(Object.values(SETTINGS).map(({ env }) => [env, '']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('the line ends of Windows are no part of a setting', () => {
  const config = readConfig({
    PORT: '80\r',
    WEBHOOK_SECRET: 'a secret\r',
    LOG_LEVEL: '\r',
    DATABASE_URL: 'file:./x.db\r',
  });
  const { port, webhookSecret, logLevel, databaseUrl } = config;
  assert.deepEqual([port, webhookSecret, logLevel], [80, 'a secret', 'info']);
  assert.deepEqual(databaseUrl, { engine: 'sqlite', file: './x.db' });
});

test('a setting may be kept in a file, but not in both places', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const holding = (text: string) => {
    const file = join(folder, String(text.length));
    writeFileSync(file, text);
    return file;
  };
  const url = 'postgres://countersign:secret@db.internal/countersign';
  for (const end of ['', '\n', '\r\n']) {
    assert.deepEqual(readConfig({ DATABASE_URL_FILE: holding(url + end) }).databaseUrl, { engine: 'postgres', url });
  }
  assert.equal(
    readConfig({ WEBHOOK_SECRET: '', WEBHOOK_SECRET_FILE: holding('of the file') }).webhookSecret,
    'of the file',
  );
  assert.equal(readConfig({ WEBHOOK_SECRET: 'said', WEBHOOK_SECRET_FILE: '' }).webhookSecret, 'said');

  const refused = (environment: Record<string, string>, why: RegExp) =>
    assert.throws(
      () => readConfig(environment),
      (error) => error instanceof ConfigError && why.test(error.message) && !/secret@/.test(error.message),
    );
  refused({ DATABASE_URL: url, DATABASE_URL_FILE: holding(url) }, /^DATABASE_URL and DATABASE_URL_FILE are both set/);
  refused({ DATABASE_URL_FILE: join(folder, 'none') }, /^DATABASE_URL_FILE is not usable: ENOENT.*none/);
  refused({ DATABASE_URL_FILE: folder }, /^DATABASE_URL_FILE is not usable: EISDIR/);
  refused({ DATABASE_URL_FILE: holding('\n') }, /^DATABASE_URL_FILE is not usable: .* is empty$/);
  refused({ DATABASE_URL_FILE: holding(`${url}\n${url}`) }, /^DATABASE_URL_FILE is not usable: .* must hold one line$/);
  refused({ PORT_FILE: holding('none') }, /^PORT_FILE is not usable: it must be a whole number/);
});

test('settings are read from the environment', () => {
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'https://approve.example/',
    SERVICE_ALLOW_PRIVATE_TARGETS: '1',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,',
    DATABASE_URL: 'file:/var/lib/x.db',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_LIST: '0',
  });
  assert.equal(config.port, 0);
  assert.equal(config.publicUrl, 'https://approve.example');
  assert.equal(config.allowPrivateTargets, true);
  assert.equal(config.trustedProxies.length, 2);
  assert.deepEqual(config.databaseUrl, { engine: 'sqlite', file: '/var/lib/x.db' });
  assert.equal(config.logLevel, 'warn');
  assert.equal(config.limitList, 0);
});

test('a database is a file or a PostgreSQL server', () => {
  for (const url of ['postgres://user:pw@db.example/name', 'postgresql://db.example/name']) {
    assert.deepEqual(readConfig({ DATABASE_URL: url }).databaseUrl, { engine: 'postgres', url });
  }
});

test('a public address loses its last slashes, and an address of somebody else may have a path', () => {
  for (const [given, expected] of [
    ['http://localhost:8484', 'http://localhost:8484'],
    ['https://x.example//', 'https://x.example'],
  ]) {
    assert.equal(readConfig({ PUBLIC_URL: given }).publicUrl, expected);
  }
  assert.equal(readConfig({ TELEGRAM_API_BASE: 'https://x.example/bots/' }).telegramApiBase, 'https://x.example/bots');
});

const UNUSABLE: Readonly<Record<string, readonly string[]>> = {
  PORT: ['x', '-1', '65536', '1.5', '80 ', '0x50', '1e3', ' '],
  PUBLIC_URL: [
    'approve.example',
    'ftp://x.example',
    'javascript:alert(1)',
    'https://',
    'https://u@x.example',
    'https://:s3cret@x.example',
    'https://x.example/?a=1',
    'https://x.example/?',
    'https://x.example/#a',
    'https://x.example/#',
    'https://x.example/approve', // the inbox would be at none of its addresses
  ],
  DATABASE_URL: [
    'file:',
    './data.db',
    'file://data/x.db',
    'file://./x.db',
    'file:~/x.db',
    'file:./x.db?mode=ro',
    'sqlite:x.db',
    'postgres:x',
    'postgres://[',
    'mysql://u:s3cret@db/x',
    'file:./x.db ',
    'postgres://u:s3cret@db/x\t',
  ],
  HOST: [' ::1'],
  WEBHOOK_SECRET: ['  ', 's3cret '],
  OIDC_CLIENT_ID: [' us'],
  SERVICE_ALLOW_PRIVATE_TARGETS: ['true', 'yes', '2', '01', ' 1'],
  TRUSTED_PROXIES: ['localhost', '10.0.0.0/33', '10.0.0.0/8 ::1', '10.0.0.0/8,*', '127.1'],
  LOG_LEVEL: ['loud', 'INFO', 'info '],
  RATE_LIMIT_CREATE: ['-1', 'off', '1/s', '1.5', '1000000001', 'Infinity', 'NaN'],
  RATE_LIMIT_DECIDE: ['x'],
  RATE_LIMIT_BULK: ['x'],
  RATE_LIMIT_LIST: ['x'],
  RATE_LIMIT_WATCHERS: ['x'],
  RATE_LIMIT_RUN: ['x'],
  RATE_LIMIT_PREVIEW: ['x'],
  SMTP_URL: [
    'mail.example',
    'http://u:s3cret@mail.example',
    'smtp://u:s3cret@mail.example/x',
    'smtp://x?tls=on',
    'smtp://',
  ],
  SMTP_FROM: ['nobody', 'A <a@b>, c@d', 'a@b\r\nBcc: c@d'],
  OIDC_ISSUER: ['login.example', 'http://login.example', 'https://u:s3cret@login.example', 'https://login.example/?a'],
  OIDC_NAME: ['a\nb'],
  OIDC_SCOPES: ['profile', 'openid  email', 'openid\nemail', ' openid'],
  OIDC_ROLES: ['boss', 'boss=king', '=admin', 'boss=admin,x'],
  OIDC_ONLY: ['yes'],
  STRIPE_API_BASE: ['api.stripe.com'],
  SLACK_API_BASE: ['api.stripe.com'],
  DISCORD_API_BASE: ['api.stripe.com'],
  TELEGRAM_API_BASE: ['api.stripe.com'],
  TOOL_AWAIT_SECONDS: ['-1', '3601'],
  OPEN_BROWSER: ['no'],
  DEMO: ['yes'],
  MAX_STREAMS: ['0', 'many'],
  MAX_WAITS: ['0', '1000001'],
  RATE_LIMIT_VERIFY: ['x'],
  RATE_LIMIT_TEST: ['x'],
  PUSH_ENABLED: ['yes'],
  VAPID_SUBJECT: ['someone', 'mailto:a b@c', 'http://example.com'],
  WATCHER_USER_AGENT: ['a\nb', 'Ünï'],
  WATCHER_CONTACT: ['a\r\nx: y'],
  WATCHER_IGNORE_ROBOTS: ['yes'],
  WATCHER_CONCURRENCY: ['0', '257', 'many'],
  REDDIT_BASE_URL: ['reddit.com', ' '],
  REDDIT_OAUTH_URL: ['ftp://reddit.example'],
  REDDIT_USERNAME: ['a\nb'],
};

test('a setting that does not parse names itself, says what would be right, and keeps its value to itself', () => {
  for (const [env, values] of Object.entries(UNUSABLE)) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [env]: value }),
        (error) => {
          assert.ok(error instanceof ConfigError, `${env}=${value}`);
          assert.match(error.message, new RegExp(`^${env} is not usable: it must .+`));
          assert.doesNotMatch(error.message, /s3cret/);
          return true;
        },
        `${env}=${value}`,
      );
    }
  }
});

test('every setting but the free text has a case above', () => {
  const settings = Object.values(SETTINGS).filter(({ parse }) => parse.name !== 'text');
  assert.deepEqual(
    settings.map(({ env }) => env).filter((env) => !UNUSABLE[env]),
    [],
  );
});

test('company sign-in needs a client; the issuer is kept to the letter', () => {
  const OIDC_ISSUER = 'https://login.example/realms/acme/';
  assert.throws(() => readConfig({ OIDC_ISSUER }), /OIDC_CLIENT_ID is missing/);
  assert.throws(() => readConfig({ OIDC_ONLY: '1' }), /OIDC_ISSUER is missing/);
  const config = readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'x', OIDC_ROLES: ' a=b=admin , *=viewer,' });
  assert.equal(config.oidcIssuer, OIDC_ISSUER);
  assert.deepEqual(config.oidcRoles, [
    { group: 'a=b', role: 'admin' },
    { group: '*', role: 'viewer' },
  ]);
});

test('mail needs a sender', () => {
  assert.throws(
    () => readConfig({ SMTP_URL: 'smtp://localhost:1025' }),
    new ConfigError('SMTP_FROM is missing: SMTP_URL needs it.'),
  );
  const { mailServer, mailFrom } = readConfig({ SMTP_URL: 'smtp://localhost:1025', SMTP_FROM: 'a@b.example' });
  assert.deepEqual([mailServer?.tls, mailFrom?.address], ['none', 'a@b.example']);
});
