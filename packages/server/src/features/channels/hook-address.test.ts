// A channel to a platform leads to that platform.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignHook } from './hook-address.ts';

const SETTINGS = {
  slackApiBase: 'https://slack.com/api',
  discordApiBase: 'https://discord.com/api/v10',
  allowPrivateTargets: false,
};

test('the addresses that the platforms give out are taken', () => {
  for (const url of ['https://hooks.slack.com/services/T0/B0/x', 'https://hooks.slack-gov.com/services/x'])
    assert.equal(foreignHook('slack', url, SETTINGS), undefined, url);
  for (const url of ['https://discord.com/api/webhooks/1/x?thread_id=2', 'https://canary.discord.com/api/webhooks/1/x'])
    assert.equal(foreignHook('discord', url, SETTINGS), undefined, url);
});

test('every other host is refused, however much it looks like one of theirs', () => {
  for (const url of [
    'https://hooks.slack.com.evil.example/services/x',
    'https://evil.example/hooks.slack.com',
    'https://xhooks.slack.com/services/x',
    'https://hooks.slack.com:8443/services/x',
    'http://hooks.slack.com/services/x',
    'https://discord.com/api/webhooks/1/x',
    'not an address',
  ])
    assert.match(foreignHook('slack', url, SETTINGS) ?? '', /hooks\.slack\.com/, url);
  assert.match(foreignHook('discord', 'https://hooks.slack.com/services/x', SETTINGS) ?? '', /discord\.com/);
});

test('other types lead anywhere; what an operator has named, or a private network, may be where the platform is', () => {
  const own = { ...SETTINGS, slackApiBase: 'https://chat.example/api' };
  assert.equal(foreignHook('webhook', 'https://anywhere.example/', SETTINGS), undefined);
  assert.equal(foreignHook('slack', 'https://chat.example/hooks/x', own), undefined);
  assert.notEqual(foreignHook('discord', 'https://chat.example/hooks/x', own), undefined);
  const near = { ...SETTINGS, allowPrivateTargets: true };
  assert.equal(foreignHook('slack', 'http://10.0.0.7:8065/hooks/x', near), undefined);
});
