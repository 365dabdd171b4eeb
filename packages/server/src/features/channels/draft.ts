// From a row of the line to what is sent: looked up as late as can be, so that it says how things stand.

import type { App } from '../../app.ts';
import type { ChannelSendRow } from '../../storage/channel-rows.ts';
import type { Above, ToldAction } from './above.ts';
import { newButton, type Press } from './button.ts';
import { canAnswer } from './channel.ts';
import { type Entry, entriesOf, eventBody } from './event-body.ts';
import {
  type Buttons,
  decidedText,
  digestText,
  fitsWhole,
  pendingText,
  type Text,
  type WatcherBody,
  watcherText,
  wordlessText,
} from './message.ts';
import { hasCopy } from './send-store.ts';
import type { Channel, Draft } from './senders/sender.ts';

interface Circumstances {
  readonly above: Pick<Above, 'look'>;
  /** What buttons are signed with. */
  readonly secret: Buffer;
  readonly now: number;
}

/** Undefined when there is nothing to say any more. */
export async function draftOf(
  app: App,
  row: ChannelSendRow,
  channel: Channel,
  around: Circumstances,
): Promise<Draft | undefined> {
  const all = entriesOf(row);
  const ids = [...new Set(all.flatMap(({ action_id }) => action_id ?? []))];
  const actions = await around.above.look(app, row.project_id, ids, around.now);
  const isProgram = channel.row.type === 'webhook';
  const told: { entry: Entry; text: Text }[] = [];
  for (const entry of all) {
    const action = actions.get(entry.action_id ?? '');
    if (await isMoot(app, row, entry, { action, isProgram, changes: channel.row.type !== 'email' })) continue;
    const buttons = action && all.length === 1 ? buttonsOf(row, channel, action, around.secret) : undefined;
    const text = textOf(app, entry, action, buttons);
    const confirm = action && all.length === 1 ? confirmUrl(app, row, channel, action, around.secret) : undefined;
    told.push({ entry, text: confirm === undefined ? text : { ...text, confirm } });
  }
  const [first] = told;
  if (!first) return undefined;
  const texts = told.map(({ text }) => text);
  const text = texts.length === 1 ? first.text : digestText(texts, app.publicUrl());
  return {
    id: row.id,
    now: around.now,
    text,
    ...(row.only_here === 1 ? {} : { wordless: wordlessText(text) }),
    event: isProgram
      ? eventBody(
          row.id,
          told.map(({ entry }) => entry),
          actions,
        )
      : '',
  };
}

/** People are not asked for what is decided, nor told twice; a program is told of everything that happened. */
async function isMoot(
  app: App,
  row: ChannelSendRow,
  { event, action_id }: Entry,
  { action, isProgram, changes }: { action: ToldAction | undefined; isProgram: boolean; changes: boolean },
): Promise<boolean> {
  if (action_id === null) return false;
  if (!action) return true;
  if (event === 'action.escalated') return action.status !== 'pending';
  if (isProgram || row.message_ref !== null) return false;
  return event === 'action.decided' ? changes && hasCopy(app.reader, row, action_id) : action.status !== 'pending';
}

function textOf(app: App, { event, body }: Entry, action: ToldAction | undefined, buttons: Buttons | undefined): Text {
  if (body !== null) return watcherText(JSON.parse(body) as WatcherBody, app.publicUrl());
  if (!action) throw new Error(`A message of ${event} tells of an action.`);
  return action.status === 'pending' ? pendingText(event, action, buttons) : decidedText(action);
}

/** Only where someone may answer, and all that would be approved is shown. */
function buttonsOf(row: ChannelSendRow, { row: channel, config }: Channel, action: ToldAction, secret: Buffer) {
  if (action.status !== 'pending' || !canAnswer(config) || !fitsWhole(action, channel.type)) return undefined;
  const button = (press: Press) => newButton(secret, press, aboutOf(row, action));
  return { approve: button('approve'), reject: button('reject'), why: button('why') };
}

/** What follows the # is not sent to any server by whoever only fetches the link. */
function confirmUrl(app: App, row: ChannelSendRow, channel: Channel, action: ToldAction, secret: Buffer) {
  if (channel.row.type !== 'email' || action.status !== 'pending') return undefined;
  const about = { ...aboutOf(row, action), to: channel.config.address };
  return `${app.publicUrl()}/confirm#${row.project_id}.${newButton(secret, 'mail', about)}`;
}

function aboutOf({ project_id, id: send_id, channel_id }: ChannelSendRow, { id: action_id, digest }: ToldAction) {
  return { project_id, channel_id, send_id, action_id, digest };
}
