// No spelling of a forbidden address is ever connected to: measured where it would arrive, on the sockets of this machine.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mayReach, parseAddress } from '../../src/world/address-guard.ts';
import { openNames } from '../../src/world/names.ts';
import { sendOut } from '../../src/world/outgoing.ts';
import { startNameServer } from '../support/name-server.ts';
import { startService } from '../support/start-service.ts';
import { call } from '../support/wire.ts';
import { type CanaryCage, openCanaries } from './canaries.ts';
import { chanceFrom } from './chance.ts';
import { spell } from './spellings.ts';
import { trySpellings } from './try-spellings.ts';

const SPELLINGS = 100_000;

let canaries: CanaryCage;
before(async () => {
  canaries = await openCanaries();
});
after(() => canaries.close());

const post = { method: 'POST', headers: {}, body: '{}', deadlineMs: 30_000, maxBytes: 100 } as const;

test('the canaries would notice: with private targets allowed each of them is reached', async () => {
  const before = canaries.hits();
  for (const address of canaries.addresses.filter((each) => mayReach(each, true))) {
    const host = address.includes(':') ? `[${address}]` : address;
    await sendOut({ ...post, url: `http://${host}:${canaries.port}/`, allowPrivate: true }, async () => []);
  }
  assert.ok(canaries.hits() - before >= 2);
});

test(`of ${SPELLINGS} spellings none is accepted at create, none is connected to`, async () => {
  const before = canaries.hits();
  const tried = await trySpellings(SPELLINGS, 1, canaries);
  assert.deepEqual(tried.passed.slice(0, 10), []);
  assert.equal(canaries.hits() - before, 0);
  assert.equal(tried.refusedAtSending, SPELLINGS);
  assert.ok(tried.unreadable < SPELLINGS / 10, 'most of them are URLs');
});

test('the same through DNS: whatever a name server says about a name, nothing inside is connected to', async (t) => {
  const before = canaries.hits();
  const dns = await startNameServer(t);
  const resolve = openNames({ servers: [dns.server], system: async () => [] });
  const chance = chanceFrom(2);
  let asked = 0;
  for (let n = 0; asked < 3000; n++) {
    const { url, answers } = spell(chance, canaries);
    // A name server cannot say what is no address. Of what it says at least one is forbidden: nothing leaves the machine.
    if (!answers?.every((answer) => parseAddress(answer)) || !URL.canParse(url)) continue;
    const name = `n${n}.test`;
    dns.answers(name, answers);
    const { port } = new URL(url);
    const answer = await sendOut({ ...post, url: `http://${name}:${port}/`, allowPrivate: false }, resolve);
    assert.deepEqual(answer, { error: 'target_blocked' }, `${url} ${answers}`);
    asked++;
  }
  assert.equal(canaries.hits() - before, 0);
});

test('the same through the API: 400, and no action is created', async (t) => {
  const before = canaries.hits();
  const service = await startService();
  t.after(() => service.stop());
  const chance = chanceFrom(3);
  for (let n = 0; n < 300; n++) {
    const { url: callback_url, answers } = spell(chance, canaries);
    if (answers && URL.canParse(callback_url))
      service.resolves(new URL(callback_url).hostname.replace(/\.$/, ''), answers);
    const body = JSON.stringify({ kind: 'test', title: `Action ${n}`, preview: { body: 'x' }, callback_url });
    const { status, text } = await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body });
    const elsewhere = URL.canParse(callback_url) && new URL(callback_url).hostname.includes('good');
    assert.equal(status, elsewhere ? status : 400, `${JSON.stringify(callback_url)}: ${text}`);
  }
  assert.equal(canaries.hits() - before, 0);
});
