// A message with buttons holds all that would be approved: whatever the action is made of, no platform's limit cuts it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToldAction } from './above.ts';
import { decidedText, digestText, fitsWhole, pendingText, type Text, watcherText } from './message.ts';
import { messageOf as discordMessage } from './senders/discord.ts';
import { messageOf as telegramMessage } from './senders/telegram.ts';

const ACTION: ToldAction = {
  id: 'act_1',
  kind: 'mail',
  title: 'Mail',
  created_by: { type: 'key', id: 'key_1', name: 'agent' },
  body: 'Hello.',
  snippet: 'Hello.',
  payload: null,
  target_url: null,
  undo: null,
  idempotent: false,
  editable: [],
  untrusted: false,
  flagged: false,
  step_up: false,
  must_read: false,
  digest: 'd',
  created_at: 1,
  expires_at: 2_000_000_000,
  url: `https://approvals.of-a-company-with-a-long-name.example/a/act_${'0'.repeat(26)}`,
  status: 'pending',
  approvals: { required: 2, given: 1 },
  decision: undefined,
};
const BUTTONS = { approve: 'a', reject: 'r', why: 'w' };
const LAST = 'It cannot be safely repeated.';

/** Every mark costs Discord two characters; a list of short names costs most in what stands between them. */
const LARGE: readonly Partial<ToldAction>[] = [
  { body: '!'.repeat(1500), kind: '!'.repeat(100), created_by: { type: 'key', id: 'k', name: '!'.repeat(100) } },
  { body: '!'.repeat(1750), target_url: 'https://shop.example/', undo: '!!!', payload: '"!"', editable: ['a'] },
  { kind: '!'.repeat(100), created_by: { type: 'key', id: 'k', name: '!'.repeat(100) }, undo: '!'.repeat(1796) },
  { body: '!'.repeat(600), editable: Array<string>(1200).fill('a') },
  { body: '!'.repeat(400), editable: Array<string>(2000).fill('a') },
];

const SENDERS = {
  discord: (text: Text) => JSON.stringify(discordMessage(text)).replaceAll('\\\\', ''),
  telegram: (text: Text) => JSON.stringify(telegramMessage(text)),
} as const;

/** With as much of its text as fits. */
function longest(action: ToldAction, type: keyof typeof SENDERS): ToldAction {
  let { body } = action;
  while (body !== '' && !fitsWhole({ ...action, body }, type)) body = body.slice(1);
  return { ...action, body };
}

for (const [type, write] of Object.entries(SENDERS) as [keyof typeof SENDERS, (text: Text) => string][]) {
  test(`on ${type}, what fits is whole, to the link at its end`, () => {
    for (const changes of LARGE) {
      const action = longest({ ...ACTION, ...changes }, type);
      if (!fitsWhole(action, type)) continue;
      const written = write(pendingText('action.escalated', action, BUTTONS));
      for (const part of [LAST, action.url]) assert.ok(written.includes(part), JSON.stringify(changes).slice(0, 80));
    }
  });
}

test('a match leads to the inbox and shows its words, however long its own link is', () => {
  const watcher = { id: 'wat_1', name: '!'.repeat(100) };
  for (const length of [600, 8000]) {
    const item = {
      title: '!'.repeat(500),
      url: `https://feed.example/${'!'.repeat(length)}`,
      summary: '!'.repeat(600),
    };
    const told = { event: 'watcher.matched', watcher, item, score: 1, action_id: ACTION.id } as const;
    const text = watcherText(told, 'https://approvals.of-a-company-with-a-long-name.example');
    for (const write of Object.values(SENDERS)) assert.ok(write(text).includes(text.url));
    const telegram = telegramMessage(text);
    for (const { offset, length } of telegram.entities) assert.ok(offset + length <= telegram.text.length);
    assert.equal(text.lines.join('\n').includes(item.url), length === 600);
  }
});

test('many headlines at once leave the way to the inbox whole, whatever they are made of', () => {
  const publicUrl = `https://approvals.${'of-a-company.'.repeat(6)}example.com`;
  for (const title of ['!'.repeat(500), '😀'.repeat(500), '\\'.repeat(500)]) {
    for (let shorter = 0; shorter < 4; shorter++) {
      const cutTitle = [...title].slice(shorter * 130).join('');
      const all = Array.from({ length: 30 }, () =>
        pendingText('action.pending', { ...ACTION, title: cutTitle }, undefined),
      );
      const text = digestText(all, publicUrl);
      const link = `\n\nOpen in the inbox: ${publicUrl}/`;
      const telegram = telegramMessage(text);
      const { embeds } = discordMessage(text) as { embeds: { description: string }[] };
      for (const said of [telegram.text, embeds[0]?.description ?? '']) {
        assert.ok(said.endsWith(link) && said.length <= 4096 && said.isWellFormed(), said.slice(-120));
      }
      for (const { offset, length } of telegram.entities) {
        assert.ok(offset + length <= telegram.text.length - link.length);
      }
    }
  }
});

test('on telegram words of others are in code, where no name is a mention and no address a link', () => {
  const hostile = '@everyone @ana /start https://evil.example #x';
  const action = {
    ...ACTION,
    title: hostile,
    kind: hostile,
    created_by: { ...ACTION.created_by, name: hostile },
    body: `${hostile}\n${hostile}`,
    snippet: hostile,
    payload: JSON.stringify(hostile),
    target_url: 'https://evil.example/@ana',
    undo: hostile,
    editable: [hostile],
  };
  const by = { type: 'external', id: 'telegram:1', name: hostile };
  const decision = { verdict: 'reject', by, channel: hostile, comment: hostile, decided_at: 1, edited: false } as const;
  const watcher = { id: 'wat_1', name: hostile };
  const item = { title: hostile, url: 'https://evil.example/@ana', summary: hostile };
  const texts = [
    pendingText('action.pending', action, BUTTONS),
    pendingText('action.expiring', { ...action, untrusted: true }, undefined),
    decidedText({ ...action, status: 'rejected', decision }),
    watcherText({ event: 'watcher.matched', watcher, item, score: 1 }, 'https://inbox.example'),
    watcherText({ event: 'watcher.degraded', watcher, error: hostile }, 'https://inbox.example'),
  ];
  for (const one of [...texts, digestText(texts, 'https://inbox.example')]) {
    const { text, entities } = telegramMessage(one);
    const open = entities.reduceRight(
      (left, { offset, length }) => left.slice(0, offset) + left.slice(offset + length),
      text,
    );
    assert.ok(text.includes('@ana'));
    assert.doesNotMatch(open, /@|evil|\/start|#/);
  }
});
