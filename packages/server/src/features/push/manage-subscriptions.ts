// Who is told in which browser: subscribe, unsubscribe, and what people see and change about their devices.

import type { Device, DeviceUpdate, PushSubscription } from '@countersign/contract';
import type { App, Caller, Person, Visit } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import { recordAudit } from '../audit/record.ts';
import {
  countSubscriptions,
  deleteSubscriptions,
  findSubscription,
  insertNotices,
  insertSubscription,
  listSubscriptions,
  lockByEndpoint,
  lockSubscription,
  saveSubscription,
  takeSubscriptions,
} from './store.ts';
import { deviceName, hashOf, readSubscription, type Subscription } from './subscription.ts';

/** Of one caller's; the oldest makes room, for browsers forget to say that they are gone. */
const MAX_PER_OWNER = 20;
export const MAX_PER_PROJECT = 1000;
const ERASED_A_STEP = 100;

function demandPush(app: App): void {
  if (!app.config.pushEnabled) throw new Problem('push_disabled');
}

/** Throws when someone is signed out by now: people live above. */
export type DemandStillIn = (tx: Tx, person: Person) => Promise<void>;

export async function subscribe(
  app: App,
  caller: Caller,
  given: PushSubscription,
  { visit, demandStillIn }: { readonly visit: Visit; readonly demandStillIn: DemandStillIn },
): Promise<void> {
  demandPush(app);
  const subscription = await readSubscription(app, given);
  await inTransaction(app, async (tx) => {
    // To look its address up takes a while, and a browser that is signed out in it would be told on.
    if (caller.type === 'reviewer') await demandStillIn(tx, caller);
    await saveFor(tx, caller, subscription, deviceName(caller, visit));
  });
  app.wake('push'); // from now on someone is to be reminded
}

async function saveFor(tx: Tx, caller: Caller, subscription: Subscription, name: string): Promise<void> {
  const { project_id, id: owner_id, type: owner_type } = caller;
  const session_id = caller.type === 'reviewer' ? caller.session_id : null;
  const owner = { owner_type, owner_id, session_id };
  const known = await lockByEndpoint(tx, subscription.endpoint_hash);
  if (known && known.project_id !== project_id) {
    throw invalid('endpoint', 'is registered in another project of this server; unsubscribe there first');
  }
  if (known) return renew(tx, caller, known, { ...subscription, ...owner, name });

  const theirs = await listSubscriptions(tx, { project_id, owner_id });
  const tooMany = theirs.slice(0, Math.max(0, theirs.length + 1 - MAX_PER_OWNER)).map((row) => row.id);
  await deleteSubscriptions(tx, project_id, tooMany);
  if ((await countSubscriptions(tx, project_id)) >= MAX_PER_PROJECT) {
    throw invalid('endpoint', `is one too many: a project has at most ${MAX_PER_PROJECT} subscriptions`);
  }
  const id = tx.newId('psh');
  const row: PushSubscriptionRow = {
    project_id,
    id,
    ...subscription,
    ...owner,
    name,
    show_content: 0,
    created_at: tx.now,
    last_sent_at: null,
    due_at: null,
    leased: 0,
    fence: 0,
    fails: 0,
  };
  if (!(await insertSubscription(tx, row))) return saveFor(tx, caller, subscription, name); // another was first
  await recordAudit(tx, caller, {
    event: 'push.subscribed',
    entity_id: id,
    ...(tooMany.length > 0 ? { facts: { in_place_of: tooMany } } : {}),
  });
}

type Renewed = Subscription & Pick<PushSubscriptionRow, 'owner_type' | 'owner_id' | 'session_id' | 'name'>;

/** Pages subscribe again whenever they open: what is known already changes nothing. Another owner begins anew. */
async function renew(tx: Tx, caller: Caller, known: PushSubscriptionRow, given: Renewed): Promise<void> {
  const isTheirs = known.owner_id === given.owner_id;
  const { name, ...rest } = given;
  const changes = isTheirs ? rest : { ...given, show_content: 0 as const };
  const differs = Object.entries(changes).some(([key, value]) => known[key as keyof PushSubscriptionRow] !== value);
  if (!differs) return;
  if (!isTheirs) {
    await deleteSubscriptions(tx, known.project_id, [known.id]);
    const fresh = { ...known, ...given, id: tx.newId('psh'), show_content: 0 as const, created_at: tx.now };
    await insertSubscription(tx, { ...fresh, last_sent_at: null, due_at: null, leased: 0, fence: 0, fails: 0 });
    await recordAudit(tx, caller, { event: 'push.subscribed', entity_id: fresh.id, facts: { instead_of: known.id } });
    return;
  }
  await saveSubscription(tx, known, { ...rest, fails: 0 });
  const isSessionOnly = Object.entries(rest).every(
    ([key, value]) => key === 'session_id' || known[key as keyof PushSubscriptionRow] === value,
  );
  if (!isSessionOnly) await recordAudit(tx, caller, { event: 'push.updated', entity_id: known.id });
}

/** The caller's own only; what is not there is gone already. */
export async function unsubscribe(app: App, caller: Caller, endpoint: string | undefined): Promise<void> {
  const { project_id, id: owner_id } = caller;
  const endpoint_hash = endpoint === undefined ? undefined : hashOf(endpoint);
  await inTransaction(app, async (tx) => {
    const theirs = await listSubscriptions(tx, { project_id, owner_id });
    const gone = theirs.filter((row) => endpoint_hash === undefined || row.endpoint_hash === endpoint_hash);
    const [first] = gone;
    if (!first) return;
    await deleteSubscriptions(
      tx,
      project_id,
      gone.map(({ id }) => id),
    );
    await recordAudit(tx, caller, {
      event: 'push.unsubscribed',
      entity_id: gone.length === 1 ? first.id : owner_id,
      facts: { subscriptions: gone.length },
    });
  });
}

/** To every device of mine, whatever the hour. How many there are. */
export async function testPush(app: App, person: Person): Promise<number> {
  demandPush(app);
  const { project_id, id: owner_id } = person;
  const devices = await inTransaction(app, async (tx) => {
    const mine = await listSubscriptions(tx, { project_id, owner_id });
    for (const { id: subscription_id } of mine) {
      const id = tx.newId('psn');
      await insertNotices(tx, [
        { project_id, subscription_id, id, event: 'test', action_id: null, created_at: tx.now },
      ]);
      await saveDueNow(tx, { project_id, id: subscription_id });
    }
    return mine.length;
  });
  if (devices > 0) app.wake('push');
  return devices;
}

/** What waits for the end of quiet hours does not hold up a test. */
async function saveDueNow(tx: Tx, { project_id, id }: { project_id: string; id: string }): Promise<void> {
  const row = await findSubscription(tx, project_id, id);
  if (row && row.leased === 0) await saveSubscription(tx, row, { due_at: tx.now });
}

export async function listMyDevices(app: App, { project_id, id: owner_id }: Person): Promise<Device[]> {
  return (await listSubscriptions(app.reader, { project_id, owner_id })).map(viewDevice);
}

export async function updateMyDevice(app: App, person: Person, id: string, changes: DeviceUpdate): Promise<Device> {
  return inTransaction(app, async (tx) => {
    const device = await mine(tx, person, id);
    const changed: PushSubscriptionRow = {
      ...device,
      name: changes.name ?? device.name,
      show_content: changes.show_content === undefined ? device.show_content : changes.show_content ? 1 : 0,
    };
    await saveSubscription(tx, device, { name: changed.name, show_content: changed.show_content });
    await recordAudit(tx, person, {
      event: 'push.updated',
      entity_id: id,
      facts: { show_content: changed.show_content === 1 },
      values: { name: changes.name },
    });
    return viewDevice(changed);
  });
}

export async function removeMyDevice(app: App, person: Person, id: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const device = await mine(tx, person, id);
    await deleteSubscriptions(tx, device.project_id, [id]);
    await recordAudit(tx, person, { event: 'push.unsubscribed', entity_id: id });
  });
}

async function mine(tx: Tx, { project_id, id: owner_id }: Person, id: string): Promise<PushSubscriptionRow> {
  const device = await lockSubscription(tx, { project_id, id });
  if (device?.owner_id !== owner_id) throw new Problem('not_found');
  return device;
}

function viewDevice(row: PushSubscriptionRow): Device {
  return {
    id: row.id,
    name: row.name,
    show_content: row.show_content === 1,
    created_at: row.created_at,
    ...(row.last_sent_at === null ? {} : { last_sent_at: row.last_sent_at }),
    endpoint_sha256: row.endpoint_hash,
  };
}

/** With the project's data. */
export async function eraseSubscriptions(app: App, project_id: string, before: number): Promise<number> {
  let erased = 0;
  for (let gone = -1; gone !== 0; erased += gone) {
    gone = await inTransaction(app, (tx) => takeSubscriptions(tx, project_id, before, ERASED_A_STEP));
  }
  return erased;
}
