// Who sends to which platform.

import type { ChannelType } from '@countersign/contract';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { ntfy } from './ntfy.ts';
import { orWithoutWords, type Sender } from './sender.ts';
import { slack } from './slack.ts';
import { telegramSender } from './telegram.ts';
import { webhook } from './webhook.ts';

export type Senders = Readonly<Record<ChannelType, Sender>>;

export function openSenders(secret: Buffer): Senders {
  const telegram = orWithoutWords(telegramSender(secret));
  return {
    slack: orWithoutWords(slack),
    discord: orWithoutWords(discord),
    telegram,
    ntfy: orWithoutWords(ntfy),
    email,
    webhook,
  };
}
