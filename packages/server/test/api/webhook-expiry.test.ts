// Expiry and its webhook are one change: both are saved, or neither is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../support/databases.ts';
import { givenService, proposal } from '../support/given.ts';
import { givenReceiver } from '../support/receiver.ts';
import { runSql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** From now on no webhook can be written down. */
const BREAK =
  engine === 'sqlite'
    ? ["CREATE TRIGGER full BEFORE INSERT ON deliveries BEGIN SELECT RAISE(ABORT, 'no room'); END"]
    : [
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$",
        'CREATE TRIGGER full_table BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION no_room()',
      ];
const MEND = engine === 'sqlite' ? 'DROP TRIGGER full' : 'DROP TRIGGER full_table ON deliveries';

test('an expiry whose webhook cannot be written down is not written down either, and is when it can', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const database = { url: service.databaseUrl, file: service.databaseFile };
  const receiver = await givenReceiver(t);
  const { id } = await admin.createAction(proposal({ callback_url: receiver.url, expires_in: 300 }));
  for (const sql of BREAK) await runSql(database, sql);

  service.wind(301);
  await until(() => service.world.lines.some((line) => line.includes('sweep.failed')), 'the sweep has tried');
  const [stored] = await runSql<{ status: string }>(database, `SELECT status FROM actions WHERE id = '${id}'`);
  assert.equal(stored?.status, 'pending');
  assert.equal((await admin.getAction(id)).status, 'expired', 'expiry is a fact, not a job');
  const trail = await admin.listAudit({ entity_id: id });
  assert.deepEqual(
    trail.items.map(({ event }) => event),
    ['action.created'],
  );

  await runSql(database, MEND);
  service.wind(60); // past the back-off of the sweep
  await receiver.count(1);
  assert.equal((await admin.listAudit({ entity_id: id })).items[0]?.event, 'action.expired');
});

test('three hundred that expire together are noticed once each, with one webhook each', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  const made = await Promise.all(
    Array.from({ length: 300 }, () => admin.createAction(proposal({ callback_url: receiver.url, expires_in: 600 }))),
  );
  service.wind(601);
  await receiver.count(300);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const posted = receiver.received.map(({ body }) => (JSON.parse(body) as { action_id: string }).action_id);
  assert.deepEqual(posted.toSorted(), made.map(({ id }) => id).toSorted());
});
