// Whose the address of an incoming webhook is: a channel to a platform leads to that platform, not to wherever somebody pasted.

import type { ChannelType } from '@countersign/contract';

interface Platform {
  readonly hosts: readonly string[];
  /** The setting that names another one. */
  readonly base: 'slackApiBase' | 'discordApiBase';
}

const PLATFORMS: Readonly<Partial<Record<ChannelType, Platform>>> = {
  slack: { hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], base: 'slackApiBase' },
  discord: {
    hosts: ['discord.com', 'ptb.discord.com', 'canary.discord.com', 'discordapp.com'],
    base: 'discordApiBase',
  },
};

interface Settings extends Readonly<Record<Platform['base'], string>> {
  readonly allowPrivateTargets: boolean;
}

/** Undefined when it may be. A server that may reach its own network may reach what speaks like the platform there. */
export function foreignHook(type: ChannelType, address: string, settings: Settings): string | undefined {
  const platform = PLATFORMS[type];
  if (!platform || settings.allowPrivateTargets) return undefined;
  const url = URL.parse(address);
  const isTheirs = url?.protocol === 'https:' && url.port === '' && platform.hosts.includes(url.hostname);
  if (isTheirs || url?.origin === URL.parse(settings[platform.base])?.origin) return undefined;
  return `must be an address at https://${platform.hosts[0]}`;
}
