// Make, change and remove notification channels. Secrets go in, and never come out again.

import {
  type Channel,
  type ChannelConfig,
  type ChannelCreate,
  type ChannelUpdate,
  MOST_CHANNELS,
} from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { ChannelRow } from '../../storage/channel-rows.ts';
import { inTransaction, type Reader, type Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { checkTarget } from '../deliveries/check-target.ts';
import { lockProject } from '../project/store.ts';
import { type Parts, partsOf, viewChannel, wholeConfig } from './channel.ts';
import { foreignHook } from './hook-address.ts';
import { dropWaiting, tellAwaiting } from './send-store.ts';
import {
  deleteChannelsBefore,
  deleteChannel as deleteRow,
  findChannel,
  insertChannel,
  listChannelRows,
  lockChannel,
  saveChannel,
} from './store.ts';

/** Whether someone is a reviewer of the project: people live above. */
export type IsReviewer = (reader: Reader, project_id: string, id: string) => Promise<boolean>;

/** The names of the rules that escalate to a channel: they live beside us. */
export type EscalatingTo = (reader: Reader, project_id: string, id: string) => Promise<readonly string[]>;

const DEFAULTS = {
  enabled: 1,
  digest_window_sec: 0,
  events: JSON.stringify(['action.pending', 'action.expiring']),
  kinds: '[]',
  watcher_ids: '[]',
  inbox: 'also',
} as const;

export async function createChannel(
  app: App,
  caller: Caller,
  given: ChannelCreate,
  isReviewer: IsReviewer,
): Promise<Channel> {
  const { project_id } = caller;
  const parts = partsOf(given.type, given.config);
  await checkConfig(app, { project_id, type: given.type }, given.config, isReviewer);
  return inTransaction(app, async (tx) => {
    await lockProject(tx, project_id); // whoever adds one at the same time waits here
    if ((await listChannelRows(tx, project_id)).length >= MOST_CHANNELS) {
      throw new Problem('channel_limit', { detail: `A project has at most ${MOST_CHANNELS} notification channels.` });
    }
    const row: ChannelRow = {
      project_id,
      id: tx.newId('nch'),
      name: given.name,
      type: given.type,
      ...DEFAULTS,
      ...columnsOf(given, parts),
      last_fired_at: null,
      fail_count: 0,
      last_error: null,
      disabled_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    } as ChannelRow;
    await insertChannel(tx, row);
    await recordAudit(tx, caller, { event: 'channel.created', entity_id: row.id, ...told(row) });
    return viewChannel(row, app.publicUrl());
  });
}

export async function updateChannel(
  app: App,
  caller: Caller,
  { id, ...given }: ChannelUpdate & { readonly id: string },
  isReviewer: IsReviewer,
): Promise<Channel> {
  const { project_id } = caller;
  const known = await findChannel(app.reader, project_id, id);
  if (!known) throw new Problem('not_found');
  if (given.config) {
    const { config, secrets } = partsOf(known.type, given.config, wholeConfig(known));
    await checkConfig(app, known, { ...config, ...secrets }, isReviewer);
  }
  return inTransaction(app, async (tx) => {
    const before = await lockChannel(tx, project_id, id);
    if (!before) throw new Problem('not_found');
    const parts = given.config && partsOf(before.type, given.config, wholeConfig(before));
    const row: ChannelRow = { ...before, ...columnsOf(given, parts), ...freshStart(given), updated_at: tx.now };
    await saveChannel(tx, row, row);
    if (row.enabled === 0) await dropWaiting(tx, row);
    else if (before.enabled === 0) await tellAwaiting(tx, row);
    await recordAudit(tx, caller, { event: 'channel.updated', entity_id: id, ...told(row) });
    return viewChannel(row, app.publicUrl());
  });
}

/** What went wrong before someone mended or turned it off says nothing any more. */
function freshStart({ enabled, config }: ChannelUpdate): Partial<ChannelRow> {
  if (enabled === undefined && config === undefined) return {};
  return { fail_count: 0, last_error: null, ...(enabled === undefined ? {} : { disabled_at: null }) };
}

/** A rule whose channel is gone would tell nobody, and nobody of that: first the rule, then the channel. */
export async function deleteChannel(app: App, caller: Caller, id: string, escalatingTo: EscalatingTo): Promise<void> {
  await inTransaction(app, async (tx) => {
    const { project_id } = caller;
    if (!(await lockChannel(tx, project_id, id))) throw new Problem('not_found');
    const rules = await escalatingTo(tx, project_id, id);
    if (rules.length > 0) {
      const named = rules.map((name) => `“${name}”`).join(', ');
      throw new Problem('channel_in_use', {
        detail: `It is told by ${rules.length === 1 ? 'the rule' : 'the rules'} ${named}: change or remove that first.`,
      });
    }
    await deleteRow(tx, project_id, id);
    await recordAudit(tx, caller, { event: 'channel.deleted', entity_id: id });
  });
}

export async function readChannel(app: App, project_id: string, id: string): Promise<Channel> {
  const row = await findChannel(app.reader, project_id, id);
  if (!row) throw new Problem('not_found');
  return viewChannel(row, app.publicUrl());
}

export async function listChannels(app: App, project_id: string): Promise<Channel[]> {
  return (await listChannelRows(app.reader, project_id)).map((row) => viewChannel(row, app.publicUrl()));
}

/** How many went. */
export async function eraseChannels(app: App, project_id: string, before: number): Promise<number> {
  return inTransaction(app, (tx) => deleteChannelsBefore(tx, project_id, before));
}

/** Whether a rule may escalate to it; until this transaction ends, nobody removes it. */
export async function isChannel(tx: Tx, project_id: string, id: string): Promise<boolean> {
  return (await lockChannel(tx, project_id, id)) !== undefined;
}

async function checkConfig(
  app: App,
  { project_id, type }: Pick<ChannelRow, 'project_id' | 'type'>,
  { url, topic, approvers = [] }: ChannelConfig,
  isReviewer: IsReviewer,
): Promise<void> {
  if (url !== undefined) {
    await checkTarget(app, 'config.url', url);
    const wrong = foreignHook(type, url, app.config) ?? (namesTopic(url, topic) ? WITHOUT_TOPIC : undefined);
    if (wrong) throw invalid('config.url', wrong);
  }
  for (const [index, approver] of approvers.entries()) {
    if (typeof approver === 'string' || (await isReviewer(app.reader, project_id, approver.reviewer_id))) continue;
    throw invalid(`config.approvers.${index}.reviewer_id`, 'must be a reviewer of this project');
  }
}

const WITHOUT_TOPIC = 'must be the server alone, without the topic';

/** Sent to the address of a topic, what is meant for the server would be shown as it stands. */
function namesTopic(url: string, topic: string | undefined): boolean {
  return topic !== undefined && URL.parse(url)?.pathname.replace(/\/$/, '').endsWith(`/${topic}`) === true;
}

/** The columns of what was given, and only those. */
function columnsOf(given: ChannelUpdate, parts: Parts | undefined): Partial<ChannelRow> {
  const { name, enabled, digest_window_sec, events, kinds, watcher_ids, inbox } = given;
  return {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    ...(digest_window_sec === undefined ? {} : { digest_window_sec }),
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(kinds === undefined ? {} : { kinds: JSON.stringify(kinds) }),
    ...(watcher_ids === undefined ? {} : { watcher_ids: JSON.stringify(watcher_ids) }),
    ...(inbox === undefined ? {} : { inbox }),
    ...(parts ? { config: JSON.stringify(parts.config), secrets: JSON.stringify(parts.secrets) } : {}),
  };
}

/** What the log keeps: what it does for ever, where it leads until the project is erased, and no secret at all. */
function told({ type, enabled, inbox, digest_window_sec, name, config, events, kinds, watcher_ids }: ChannelRow) {
  return {
    facts: { type, enabled: enabled === 1, inbox, digest_window_sec, events: JSON.parse(events) as string[] },
    values: { name, config: JSON.parse(config) as object, kinds, watcher_ids },
  };
}
