// Covers the opt-out for isolated deployments (2.1 callback_url): private targets are allowed, schemes stay limited.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, newAction, postAction, readAction } from './action-steps.ts';
import { assertStatus, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await service.stop();
});

for (const address of ['10.0.0.1', '127.0.0.1', '169.254.1.1', '::1', 'fe80::1', 'fd00::1']) {
  test(`2.1 callback_url: with the opt-out a host resolving to ${address} is accepted`, async () => {
    const host = `host-${text(12)}.example.org`;
    service.resolves(host, [address]);
    const url = `http://${host}/hook`;
    const id = await createAction(service, { callback_url: url });
    assert.equal((await readAction(service, id))['callback_url'], url);
  });
}

test('2.1 callback_url: with the opt-out a loopback address is accepted', async () => {
  await createAction(service, { callback_url: 'http://127.0.0.1:9/hook' });
});

for (const url of ['javascript:alert(1)', 'data:text/plain,hello', 'ftp://127.0.0.1/hook']) {
  test(`2.1 callback_url: with the opt-out ${url} still returns 400`, async () => {
    assertStatus(await postAction(service, newAction({ callback_url: url })), 400);
  });
}
