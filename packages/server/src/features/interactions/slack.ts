// Slack sends what was pressed: a form with JSON in it, signed over its bytes and the moment.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type App, nowOf } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { shownTitle } from '../channels/message.ts';
import { callSlack, escaped } from '../channels/senders/slack.ts';
import {
  channelAt,
  demandAsked,
  parsed,
  pick,
  pickText,
  REASON_CHARACTERS,
  reasonOf,
  type Through,
  textOf,
} from './chat.ts';
import { decideByPress, isOpen, validPress, wordsOf } from './press.ts';

const TOLERANCE_SECONDS = 300;

export interface FromSlack {
  readonly id: string;
  readonly raw: Uint8Array;
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly signal: AbortSignal;
}

type Answer = Readonly<Record<string, unknown>>;
const NOTHING_MORE: Answer = {};

export async function receiveSlack(app: App, secret: Buffer, received: FromSlack): Promise<Answer> {
  const through = await channelAt(app, 'slack', received.id);
  const text = textOf(received.raw);
  checkSignature(app, through.config.signing_secret ?? '', text, received);
  const payload = parsed(new URLSearchParams(text).get('payload') ?? '');
  const about = { app, secret, through, payload, signal: received.signal };
  if (pick(payload, 'type') === 'block_actions') return pressed(about);
  if (pick(payload, 'type') === 'view_submission') return reasonGiven(about);
  return NOTHING_MORE;
}

function checkSignature(app: App, key: string, text: string, { signature = '', timestamp = '' }: FromSlack): void {
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(nowOf(app) - Number(timestamp)) <= TOLERANCE_SECONDS;
  const expected = Buffer.from(`v0=${createHmac('sha256', key).update(`v0:${timestamp}:${text}`).digest('hex')}`);
  const given = Buffer.from(signature);
  if (!isNow || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Problem('bad_signature');
}

interface Interaction {
  readonly app: App;
  readonly secret: Buffer;
  readonly through: Through;
  readonly payload: unknown;
  readonly signal: AbortSignal;
}

const whoOf = (payload: unknown) => ({
  id: pickText(payload, 'user.id'),
  name: pickText(payload, 'user.name') || pickText(payload, 'user.username'),
});

async function pressed({ app, secret, through, payload, signal }: Interaction): Promise<Answer> {
  const button = pickText(payload, 'actions.0.value');
  if (button === '') return NOTHING_MORE; // the link to the inbox
  const who = whoOf(payload);
  try {
    const valid = await validPress(app, secret, { through: through.row, button, who });
    if (valid.press !== 'why') await decideByPress(app, valid);
    else if (isOpen(valid, nowOf(app))) {
      const body = {
        trigger_id: pickText(payload, 'trigger_id'),
        view: reasonView(button, shownTitle(valid.action, TITLE_CHARACTERS)),
      };
      demandAsked(await callSlack(app, through, 'views.open', body, signal));
    } else throw new Problem('already_decided');
  } catch (error) {
    const body = { channel: pickText(payload, 'channel.id'), user: who.id, text: escaped(wordsOf(error)) };
    await callSlack(app, through, 'chat.postEphemeral', body, signal);
  }
  return NOTHING_MORE;
}

async function reasonGiven({ app, secret, through, payload }: Interaction): Promise<Answer> {
  const button = pickText(payload, 'view.private_metadata');
  const reason = reasonOf(pickText(payload, 'view.state.values.reason.reason.value'));
  try {
    const valid = await validPress(app, secret, { through: through.row, button, who: whoOf(payload) });
    await decideByPress(app, valid, reason);
    return { response_action: 'clear' };
  } catch (error) {
    return { response_action: 'errors', errors: { reason: wordsOf(error) } };
  }
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
const TITLE_CHARACTERS = 300;

function reasonView(button: string, title: string): object {
  return {
    type: 'modal',
    callback_id: 'reason',
    private_metadata: button,
    title: plain('Reject with a reason'),
    submit: plain('Reject'),
    close: plain('Cancel'),
    blocks: [
      { type: 'section', text: plain(title) },
      {
        type: 'input',
        block_id: 'reason',
        label: plain('Reason, told to the agent'),
        element: { type: 'plain_text_input', action_id: 'reason', multiline: true, max_length: REASON_CHARACTERS },
      },
    ],
  };
}
