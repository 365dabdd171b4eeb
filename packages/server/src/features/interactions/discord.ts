// Discord sends what was pressed: JSON, signed with Ed25519 over the moment and its bytes. The answer is part of the protocol.

import { createPublicKey, verify } from 'node:crypto';
import { type App, nowOf } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { escaped } from '../channels/senders/discord.ts';
import { channelAt, parsed, pick, pickText, REASON_CHARACTERS, reasonOf, textOf } from './chat.ts';
import { decideByPress, isOpen, type Pressed, validPress, wordsOf } from './press.ts';

export interface FromDiscord {
  readonly id: string;
  readonly raw: Uint8Array;
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
}

type Answer = Readonly<Record<string, unknown>>;

const TOLERANCE_SECONDS = 300;
const REQUEST = { ping: 1, component: 3, modal: 5 } as const;
/** Answers: pong; a message; that it was heard, and the message will change; a form. */
const PONG: Answer = { type: 1 };
const HEARD: Answer = { type: 6 };
/** Seen by whoever pressed, and nobody else. */
const EPHEMERAL = 64;
const say = (content: string): Answer => ({
  type: 4,
  data: { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } },
});

export async function receiveDiscord(app: App, secret: Buffer, received: FromDiscord): Promise<Answer> {
  const { row, config } = await channelAt(app, 'discord', received.id);
  checkSignature(app, config.public_key ?? '', received);
  const body = parsed(textOf(received.raw));
  const type = pick(body, 'type');
  if (type === REQUEST.ping) return PONG;
  if (type !== REQUEST.component && type !== REQUEST.modal) return say('Nothing is known of this.');
  const user = pick(body, 'member.user') ?? pick(body, 'user');
  const who = { id: pickText(user, 'id'), name: pickText(user, 'global_name') || pickText(user, 'username') };
  const pressed = { through: row, button: pickText(body, 'data.custom_id'), who };
  const reason = type === REQUEST.modal ? reasonOf(pickText(body, 'data.components.0.components.0.value')) : undefined;
  return answer(app, secret, pressed, reason).catch((error: unknown) => say(escaped(wordsOf(error))));
}

async function answer(app: App, secret: Buffer, pressed: Pressed, reason: string | undefined): Promise<Answer> {
  const valid = await validPress(app, secret, pressed);
  if (valid.press === 'why' && reason === undefined) {
    if (!isOpen(valid, nowOf(app))) throw new Problem('already_decided');
    return reasonForm(pressed.button);
  }
  await decideByPress(app, valid, reason);
  return HEARD;
}

/** DER before the 32 bytes of an Ed25519 key: RFC 8410. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Discord tries forged ones on purpose, and wants 401. */
function checkSignature(app: App, key: string, { raw, signature = '', timestamp = '' }: FromDiscord): void {
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(nowOf(app) - Number(timestamp)) <= TOLERANCE_SECONDS;
  const isSigned =
    /^[0-9a-fA-F]{128}$/.test(signature) &&
    verify(
      null,
      Buffer.concat([Buffer.from(timestamp), raw]),
      createPublicKey({ key: Buffer.concat([KEY_PREFIX, Buffer.from(key, 'hex')]), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'hex'),
    );
  if (!isNow || !isSigned) throw new Problem('unauthenticated', { detail: 'The signature does not match.' });
}

function reasonForm(button: string): Answer {
  const input = {
    type: 4,
    custom_id: 'reason',
    label: 'Reason, told to the agent',
    style: 2,
    max_length: REASON_CHARACTERS,
    required: true,
  };
  return {
    type: 9,
    data: { custom_id: button, title: 'Reject with a reason', components: [{ type: 1, components: [input] }] },
  };
}
