// What the caller gives to be called: what it promises is waited for, and its failure is told to whoever made the call. None
// of them ends the process, as a promise does that nobody holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countersign, GateClosed, type ResultReport } from '@countersign/sdk';
import { carryOut } from '../src/adapters/tool-call.ts';
import { answered, givenScript, type Line, refused } from './scripted-server.ts';

const failing = (what: string) => async () => Promise.reject(new Error(what));
const created = { id: 'act_1', status: 'pending', expires_at: 4_000_000_000 };
const decision = { edited_fields: [], receipt: 'r' };
const approved = { ...created, status: 'approved', title: 't', preview: { body: 'b' }, payload: [], decision };
const claimed = { claim_id: 'c', lease_until: 1, receipt: 'r' };
const shown = { kind: 'k', title: 't', preview: { body: 'b' } };

test('onRetry is waited for, and ends the call with what it rejects with', async (t) => {
  const script = await givenScript(t, ['hang-up']);
  const onRetry = failing('enough');
  const client = new Countersign({ baseUrl: script.url, apiKey: 'k', onRetry });
  await assert.rejects(client.listKeys(), { message: 'enough' });
  await assert.rejects(client.reportResult('act_1', { status: 'executed' }), { message: 'enough' });
  assert.equal(script.seen.length, 2);
});

test('a description may be promised; where it is not given, nobody is asked', async (t) => {
  const rejected = { ...approved, status: 'rejected' };
  const script = await givenScript(t, [answered(created, 201), answered(rejected)]);
  const client = new Countersign({ baseUrl: script.url, apiKey: 'k' });
  await assert.rejects(client.gate(() => 1, failing('no words'))(), { message: 'no words' });
  assert.equal(script.seen.length, 0);
  const described = client.gate(
    () => 1,
    async () => shown,
  );
  await assert.rejects(described(), GateClosed);
  assert.partialDeepStrictEqual(JSON.parse(script.seen[0]?.body ?? ''), shown);
});

for (const onUnreported of [
  failing('the log is full'),
  () => {
    throw new Error('the log is full');
  },
]) {
  test('onUnreported makes no failure of what was done, and keeps no other report from being made', async (t) => {
    const complaints: unknown[] = [];
    t.mock.method(console, 'error', (line: unknown) => complaints.push(line));
    const lines: Line[] = [answered(created, 201), answered(approved), answered(claimed), refused('not_approved')];
    const script = await givenScript(t, lines);
    const client = new Countersign({ baseUrl: script.url, apiKey: 'k' });
    const gated = client.gate(
      () => 'done',
      () => shown,
      { onUnreported },
    );
    assert.equal(await gated(), 'done');

    const reported: string[] = [];
    const reporting = Object.assign(new Countersign({ baseUrl: script.url, apiKey: 'k' }), {
      claimAction: async () => claimed,
      reportResult: async (id: string, _: ResultReport) => {
        reported.push(id);
        throw new Error('cut off');
      },
    });
    const due = [{ id: 'act_1' }, { id: 'act_2' }];
    const settings = { client: reporting, onUnreported };
    assert.equal(
      await carryOut(
        settings,
        due,
        async () => 'went',
        () => undefined,
      ),
      'went',
    );
    assert.deepEqual(reported, ['act_1', 'act_2']);
    assert.equal(complaints.filter((line) => /onUnreported failed: the log is full/.test(String(line))).length, 3);
  });
}
