// A setting that is misspelt is told; the names of other programs are not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from './config.ts';
import { misspelt } from './misspelt.ts';

const OURS = Object.values(SETTINGS).map(({ env }) => env);

test('a name that is one letter off, or has the name of the service before it, is told with the one that was meant', () => {
  const meant = {
    PUBLIC_UR: 'PUBLIC_URL',
    PUBLIC_URLS: 'PUBLIC_URL',
    public_url: 'PUBLIC_URL',
    DATABSE_URL: 'DATABASE_URL',
    DATABASE_URI: 'DATABASE_URL',
    DATABASE_URL_FLIE: 'DATABASE_URL_FILE',
    OIDC_ISSEUR: 'OIDC_ISSUER',
    SERVICE_ALLOW_PRIVATE_TARGET: 'SERVICE_ALLOW_PRIVATE_TARGETS',
    TRUSTED_PROXYS: undefined, // two letters off
    COUNTERSIGN_DATABASE_URL: 'DATABASE_URL',
    COUNTERSIGN_HOST: 'HOST',
    COUNTERSIGN_SMTP_URL_FILE: 'SMTP_URL_FILE',
  };
  const told = new Map(misspelt(Object.keys(meant), OURS).map(({ name, meant }) => [name, meant]));
  for (const [name, setting] of Object.entries(meant)) assert.equal(told.get(name), setting, name);
});

test('a name that begins as only ours do is told, whatever was meant', () => {
  const names = ['OIDC_DISCOVERY', 'SMTP_HOST', 'RATE_LIMIT_ALL', 'WATCHER_PROXY', 'VAPID_PRIVATE_KEY'];
  assert.deepEqual(
    misspelt(names, OURS),
    names.map((name) => ({ name, meant: undefined })),
  );
});

test('our own settings, the same in files, and the names of others are not told', () => {
  const others = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'COST',
      'SORT',
      'DEMOS',
      'host',
      'NODE_OPTIONS',
      'LOG',
      'SLACK_BOT_TOKEN',
      'STRIPE_KEY',
    ],
    ...['COUNTERSIGN_URL', 'COUNTERSIGN_API_KEY', 'COUNTERSIGN_WEBHOOK_SECRET', 'COUNTERSIGN_AGENT'],
    ...['COUNTERSIGN_SERVICE_HOST', 'COUNTERSIGN_SERVICE_PORT_HTTP', 'COUNTERSIGN_PORT', 'SMTP_PORT_25_TCP_ADDR'],
  ];
  assert.deepEqual(misspelt([...OURS, ...OURS.map((env) => `${env}_FILE`), ...others], OURS), []);
});
