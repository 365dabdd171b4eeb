// The settings, and the only place that reads them from the environment. docs/configuration.md is made from this table.

import { ROLES, type Role } from '@countersign/contract';
import { type Misspelt, misspelt } from './misspelt.ts';
import { type AddressRange, parseRange } from './world/address-guard.ts';
import { LOG_LEVELS, type LogLevel } from './world/log.ts';
import {
  isLoopback,
  type MailAddress,
  type MailServer,
  parseMailAddress,
  parseMailServer,
} from './world/mail-server.ts';
import { readSettingFile } from './world/setting-file.ts';

interface Setting<T> {
  readonly env: string;
  readonly fallback: string;
  readonly says: string;
  /** Throws an Error that says what would be right. */
  readonly parse: (text: string) => T;
}

const setting = <T>(env: string, fallback: string, says: string, parse: (text: string) => T): Setting<T> => ({
  env,
  fallback,
  says,
  parse,
});

const perMinute = (env: string, fallback: number, what: string) =>
  setting(env, String(fallback), `${what}, per key and minute; 0 turns the limit off`, whole(0, 1_000_000_000));

export const DEFAULT_PORT = 8484;

export const SETTINGS = {
  port: setting('PORT', String(DEFAULT_PORT), 'The port to listen on', whole(0, 65_535)),
  host: setting('HOST', 'localhost', 'The address to listen on; `localhost` means both loopback addresses', text),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'Where people and agents reach the server, e.g. `https://approve.example`: a host of its own, without a path',
    origin,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'file:./data/countersign.db',
    'Where everything is kept: a SQLite file, or `postgres://…` for several servers',
    databaseUrl,
  ),
  allowPrivateTargets: setting(
    'SERVICE_ALLOW_PRIVATE_TARGETS',
    '0',
    '`1` lets webhooks go to private and loopback addresses; cloud metadata addresses stay closed',
    flag,
  ),
  webhookSecret: setting(
    'WEBHOOK_SECRET',
    '',
    'Signs the webhooks of projects that have no secret of their own; 24 or more random characters',
    text,
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    '',
    'Addresses or CIDR ranges, separated by commas, whose `X-Forwarded-For` is believed',
    ranges,
  ),
  mailServer: setting(
    'SMTP_URL',
    '',
    'The mail server: `smtp://user:password@mail.example:587` (STARTTLS, or no mail; after `?tls=off` in the clear, as always on this machine) or `smtps://…`',
    mailServer,
  ),
  mailFrom: setting(
    'SMTP_FROM',
    '',
    'Whom mail comes from: `inbox@example.com` or `Countersign <inbox@example.com>`; needed with `SMTP_URL`',
    mailFrom,
  ),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    '',
    'Turns company sign-in (OpenID Connect) on: the issuer, e.g. `https://login.example.com/realms/acme`; the address to register there is `PUBLIC_URL/v1/session/oidc/callback`',
    issuer,
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', '', 'What the issuer calls this server', text),
  oidcClientSecret: setting('OIDC_CLIENT_SECRET', '', 'The secret that goes with it; none for a public client', text),
  oidcName: setting('OIDC_NAME', 'Company sign-in', 'What the button says', headerText),
  oidcScopes: setting('OIDC_SCOPES', 'openid profile email', 'What the issuer is asked for', scopes),
  oidcRoleClaim: setting(
    'OIDC_ROLE_CLAIM',
    'groups',
    'The claim that holds the groups of a person; `a.b` is `b` inside of `a`',
    text,
  ),
  oidcRoles: setting(
    'OIDC_ROLES',
    '',
    'Which groups are which role, e.g. `approvers=reviewer,ops=admin,*=viewer`; without it only people who were invited come in',
    roleMap,
  ),
  oidcOnly: setting(
    'OIDC_ONLY',
    '0',
    '`1` closes every other way in, but for `countersign admin sign-in-link` and an admin key',
    flag,
  ),
  stripeSecretKey: setting('STRIPE_SECRET_KEY', '', 'Turns billing on: the secret key of the Stripe account', text),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    '',
    'What Stripe signs its events to `/v1/billing/webhook` with',
    text,
  ),
  stripePriceIndieMonthly: setting(
    'STRIPE_PRICE_INDIE_MONTHLY',
    '',
    'The Stripe price of the plan indie, by the month',
    text,
  ),
  stripePriceIndieYearly: setting('STRIPE_PRICE_INDIE_YEARLY', '', 'The same, by the year', text),
  stripePriceTeamMonthly: setting(
    'STRIPE_PRICE_TEAM_MONTHLY',
    '',
    'The Stripe price of the plan team, by the month',
    text,
  ),
  stripePriceTeamYearly: setting('STRIPE_PRICE_TEAM_YEARLY', '', 'The same, by the year', text),
  stripeApiBase: setting('STRIPE_API_BASE', 'https://api.stripe.com', 'Where the Stripe API is', address),
  slackApiBase: setting('SLACK_API_BASE', 'https://slack.com/api', 'Where the Web API of Slack is', address),
  discordApiBase: setting('DISCORD_API_BASE', 'https://discord.com/api/v10', 'Where the API of Discord is', address),
  telegramApiBase: setting(
    'TELEGRAM_API_BASE',
    'https://api.telegram.org',
    'Where the Bot API of Telegram is, or a Bot API server of your own',
    address,
  ),
  pushEnabled: setting('PUSH_ENABLED', '1', '`0` turns browser notifications off', flag),
  vapidSubject: setting(
    'VAPID_SUBJECT',
    '',
    'Whom push services may write to: `mailto:` or `https://…`; without it, `PUBLIC_URL`',
    contact,
  ),
  openBrowser: setting('OPEN_BROWSER', '1', '`0` keeps the first start from opening a browser on a terminal', flag),
  demo: setting('DEMO', '1', '`0` leaves the demo agent out of the first steps', flag),
  watcherUserAgent: setting(
    'WATCHER_USER_AGENT',
    '',
    'What watchers call themselves instead of `Countersign-Watcher`',
    headerText,
  ),
  watcherContact: setting(
    'WATCHER_CONTACT',
    '',
    'An address that sites may write to; some, such as the SEC, demand one',
    headerText,
  ),
  watcherIgnoreRobots: setting(
    'WATCHER_IGNORE_ROBOTS',
    '0',
    '`1` reads pages without asking robots.txt, for sites of your own',
    flag,
  ),
  watcherConcurrency: setting('WATCHER_CONCURRENCY', '32', 'How many watchers run at once', whole(1, 256)),
  redditBaseUrl: setting('REDDIT_BASE_URL', 'https://www.reddit.com', 'Where the feeds of Reddit are', address),
  redditOauthUrl: setting('REDDIT_OAUTH_URL', 'https://oauth.reddit.com', 'Where the API of Reddit is', address),
  redditUsername: setting(
    'REDDIT_USERNAME',
    '',
    'Your name on Reddit, for the feed token and the name of the watcher',
    headerText,
  ),
  redditFeedToken: setting(
    'REDDIT_FEED_TOKEN',
    '',
    'The `feed=` part of your private feeds, which lifts the limit for visitors',
    text,
  ),
  redditClientId: setting('REDDIT_CLIENT_ID', '', 'The id of a Reddit app, to search through the API', text),
  redditClientSecret: setting('REDDIT_CLIENT_SECRET', '', 'The secret of that app', text),
  logLevel: setting('LOG_LEVEL', 'info', `One of ${LOG_LEVELS.join(', ')}; logs go to stderr`, logLevel),
  awaitSeconds: setting(
    'TOOL_AWAIT_SECONDS',
    '50',
    'How long `service_await_decision` waits for a client that names no timeout and asks for no progress: most give up after 60',
    whole(0, 3600),
  ),
  limitCreate: perMinute('RATE_LIMIT_CREATE', 600, 'Actions created'),
  limitDecide: perMinute('RATE_LIMIT_DECIDE', 6000, 'Decisions'),
  limitBulk: perMinute('RATE_LIMIT_BULK', 600, 'Bulk decisions'),
  maxStreams: setting(
    'MAX_STREAMS',
    '100',
    'Event streams that may be open at once, per key and server',
    whole(1, 1_000_000),
  ),
  maxWaits: setting(
    'MAX_WAITS',
    '1000',
    'Requests with `wait`, and tool calls that wait, that may be open at once, per key and server',
    whole(1, 1_000_000),
  ),
  limitList: perMinute('RATE_LIMIT_LIST', 30_000, 'Lists of actions'),
  limitWatchers: perMinute('RATE_LIMIT_WATCHERS', 60, 'Watchers created'),
  limitRun: perMinute('RATE_LIMIT_RUN', 20, 'Watchers run by hand'),
  limitTest: perMinute('RATE_LIMIT_TEST', 10, 'Notifications sent to try them'),
  limitVerify: perMinute('RATE_LIMIT_VERIFY', 6, 'Verifications of the audit log'),
  limitPreview: perMinute('RATE_LIMIT_PREVIEW', 10, 'Watchers tried before they are saved'),
} satisfies Record<string, Setting<unknown>>;

export type Config = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['parse']> };

/** Names the setting that is wrong; the start stops there. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment = process.env): Config {
  const entries = Object.entries(SETTINGS).map(([name, { env, fallback, parse }]) => {
    const given = givenIn(environment, env);
    const file = givenIn(environment, `${env}_FILE`);
    if (given && file) throw new ConfigError(`${env} and ${env}_FILE are both set: leave one of them out.`);
    try {
      return [name, parse(file ? readSettingFile(file) : given || fallback)];
    } catch (error) {
      throw new ConfigError(`${file ? `${env}_FILE` : env} is not usable: ${(error as Error).message}`);
    }
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.oidcIssuer !== undefined && config.oidcClientId === '') {
    throw new ConfigError('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it.');
  }
  if (config.oidcOnly && config.oidcIssuer === undefined) {
    throw new ConfigError('OIDC_ISSUER is missing: OIDC_ONLY needs it.');
  }
  if (config.mailServer && !config.mailFrom) throw new ConfigError('SMTP_FROM is missing: SMTP_URL needs it.');
  return config;
}

function givenIn(environment: Environment, name: string): string | undefined {
  return environment[name]?.replace(/\r$/, ''); // the line's end, of a file of settings that was saved on Windows
}

/** Whether the operator named another server for it than the usual one: that may be inside their network. */
export function isNamed(
  config: Config,
  base: 'stripeApiBase' | 'slackApiBase' | 'discordApiBase' | 'telegramApiBase',
): boolean {
  return config[base] !== SETTINGS[base].fallback;
}

/** The settings of this process, some of them said on the command line. */
export function readConfigWith(said: Readonly<Record<string, string>>): Config {
  return readConfig({ ...process.env, ...said });
}

/** What the environment of this process says to nobody, and seems to be meant for us. */
export function misspeltSettings(): Misspelt[] {
  const names = Object.keys(process.env).filter((name) => process.env[name] !== '');
  return misspelt(
    names,
    Object.values(SETTINGS).map(({ env }) => env),
  );
}

/** Whether someone could see a browser that opens here. */
export function hasScreen(): boolean {
  const { env, platform } = process;
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['CI']) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** A blank that is left at the end of a line is seen by nobody: it would be part of a secret, an id, a name. */
function text(given: string): string {
  if (given !== given.trim()) throw new Error('it must not begin or end with a blank');
  return given;
}

/** What becomes part of a header. */
function headerText(given: string): string {
  if (!/^[\x20-\x7e]*$/.test(given)) throw new Error('it must be one line of plain letters');
  return given;
}

function whole(least: number, most: number) {
  return (given: string): number => {
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < least || value > most) {
      throw new Error(`it must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

function flag(given: string): boolean {
  if (given !== '0' && given !== '1') throw new Error('it must be 0 or 1');
  return given === '1';
}

/** The pages, their worker and their cookies are at the root of a host: under a path nothing of them would be found. */
function origin(given: string): string | undefined {
  if (given === '') return undefined;
  const url = address(given);
  if (url !== new URL(url).origin) throw new Error('it must be without a path: the inbox needs a host name of its own');
  return url;
}

function address(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname) {
    throw new Error('it must be an http or https address without query');
  }
  return url.href.replace(/\/+$/, '');
}

function contact(given: string): string {
  if (given !== '' && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(given)) {
    throw new Error('it must look like mailto:you@example.com or https://example.com/contact');
  }
  return headerText(given);
}

function issuer(given: string): string | undefined {
  if (given === '') return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  if (!url || !(url.protocol === 'https:' || isPlain) || /[?#]/.test(given) || url.username !== '') {
    throw new Error('it must be an https address without query');
  }
  return given; // to the letter: the issuer's tokens name it so
}

function scopes(given: string): string {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(given) || !given.split(' ').includes('openid')) {
    throw new Error('it must be words with spaces between, one of them openid');
  }
  return given;
}

export interface GroupRole {
  readonly group: string;
  readonly role: Role;
}

function roleMap(given: string): readonly GroupRole[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, group, name] = /^(.+)=([a-z]+)$/.exec(part) ?? [];
      const role = ROLES.find((known) => known === name);
      if (group === undefined || !role)
        throw new Error(`it must look like group=role, where a role is one of ${ROLES.join(', ')}`);
      return { group: group.trim(), role };
    });
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: string;
  readonly roleClaim: string;
  readonly roles: readonly GroupRole[];
}

/** The company sign-in, where there is one. */
export function oidcSettings(config: Config): OidcSettings | undefined {
  if (config.oidcIssuer === undefined) return undefined;
  return {
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    name: config.oidcName,
    scopes: config.oidcScopes,
    roleClaim: config.oidcRoleClaim,
    roles: config.oidcRoles,
  };
}

function mailServer(given: string): MailServer | undefined {
  return given === '' ? undefined : parseMailServer(given);
}

function mailFrom(given: string): MailAddress | undefined {
  return given === '' ? undefined : parseMailAddress(given);
}

export type DatabaseUrl =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string };

function databaseUrl(given: string): DatabaseUrl {
  text(given); // else it is another database, and begins anew
  if (/^postgres(ql)?:\/\//.test(given) && URL.canParse(given)) return { engine: 'postgres', url: given };
  // file://data would be another folder than it looks, ~ one of that name, and ?mode=ro the end of a name.
  const file = /^file:(?!\/\/[^/]|~)([^?]+)$/.exec(given)?.[1];
  if (file === undefined) {
    throw new Error(
      'it must look like file:./data/countersign.db, file:/var/lib/countersign.db or postgres://user:password@host/name, ' +
        'where signs such as @ # / ? in a password are written %40 %23 %2F %3F; a file takes no parameters',
    );
  }
  return { engine: 'sqlite', file };
}

function ranges(given: string): readonly AddressRange[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const range = parseRange(part);
      if (!range) throw new Error('it must be a list of addresses or CIDR ranges');
      return range;
    });
}

function logLevel(given: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === given);
  if (!level) throw new Error(`it must be one of ${LOG_LEVELS.join(', ')}`);
  return level;
}
