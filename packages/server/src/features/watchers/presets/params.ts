// The parameters that presets take: each with the texts it allows. What is not on the list of a parameter is refused.

export interface Param {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: string;
  readonly allows: RegExp;
  /** What else must hold, and how it is said. */
  readonly message: string;
}

const param = (name: string, allows: RegExp, description: string, example: string, message: string): Param => ({
  name,
  required: true,
  description,
  example,
  allows,
  message,
});

export const optional = (given: Param): Param => ({ ...given, required: false });

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
const ONE_LINE = /^[^\p{Cc}\p{Cf}\u2028\u2029]{1,200}$/u;

const host = (name: string, description: string, example: string) =>
  param(name, HOST, description, example, 'must be a host name, such as forum.example.com');

export const PARAMS = {
  keyword: param('keyword', ONE_LINE, 'Words to search for', 'postgres', 'must be one line of at most 200 characters'),
  min_points: param('min_points', /^\d{1,5}$/, 'At least so many points; default 10', '50', 'must be a whole number'),
  type: param('type', /^(show|ask)$/, 'show or ask', 'show', 'must be show or ask'),
  subreddit: param(
    'subreddit',
    /^(r\/)?[A-Za-z0-9_]{2,21}$/,
    'The name of the subreddit',
    'selfhosted',
    'must be the name of a subreddit',
  ),
  subreddits: param(
    'subreddit',
    /^(r\/)?(all|[A-Za-z0-9_]{2,21}(\+[A-Za-z0-9_]{2,21}){0,9})$/,
    'Where to search; default all',
    'selfhosted+homelab',
    'must be subreddits joined by +, at most ten',
  ),
  query: param(
    'query',
    ONE_LINE,
    'What to search for',
    'approval workflow',
    'must be one line of at most 200 characters',
  ),
  owner: param(
    'owner',
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/,
    'The user or organisation',
    'nodejs',
    'must be a GitHub name',
  ),
  repo: param(
    'repo',
    /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
    'The repository',
    'node',
    'must be the name of a repository',
  ),
  commitFeed: param('feed', /^(commits|tags)$/, 'commits or tags; default commits', 'tags', 'must be commits or tags'),
  branch: param(
    'branch',
    /^(?!.*\.\.)[A-Za-z0-9._/-]{1,200}$/,
    'The branch; default the main one',
    'main',
    'must be the name of a branch',
  ),
  npmPackage: param(
    'package',
    /^(@[a-z0-9~-][a-z0-9._~-]{0,100}\/)?[a-z0-9~-][a-z0-9._~-]{0,213}$/i,
    'The package',
    'fastify',
    'must be the name of a package',
  ),
  pypiPackage: param(
    'package',
    /^[A-Za-z0-9]([A-Za-z0-9._-]{0,100}[A-Za-z0-9])?$/,
    'The package',
    'django',
    'must be the name of a package',
  ),
  crate: param('crate', /^[A-Za-z0-9_-]{1,64}$/, 'The crate', 'tokio', 'must be the name of a crate'),
  namespace: param(
    'namespace',
    /^[a-z0-9]([a-z0-9_-]{0,253}[a-z0-9])?$/,
    'The namespace; library for official images',
    'library',
    'must be a namespace of Docker Hub',
  ),
  image: param(
    'repo',
    /^[a-z0-9]([a-z0-9._-]{0,253}[a-z0-9])?$/,
    'The image',
    'postgres',
    'must be the name of an image',
  ),
  tag: param('tag', /^[\p{L}\p{N}][\p{L}\p{N}.+#_-]{0,49}$/u, 'The tag', 'typescript', 'must be a tag'),
  site: host('site', 'A site of the Stack Exchange network; default stackoverflow.com', 'serverfault.com'),
  url: param(
    'url',
    /^https?:\/\/[^\s\p{Cc}]{1,2000}$/iu,
    'The address, with http or https',
    'https://example.com/feed.xml',
    'must be an http or https address',
  ),
  keywords: param(
    'keywords',
    /^[^\p{Cc}]{1,1000}$/u,
    'Words to look for, separated by commas',
    'release, security',
    'must be words separated by commas',
  ),
  publication: param(
    'publication',
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i,
    'The name before .substack.com',
    'platformer',
    'must be the name before .substack.com',
  ),
  channel_id: param(
    'channel_id',
    /^UC[A-Za-z0-9_-]{22}$/,
    'The id of the channel, beginning with UC',
    'UC_x5XG1OV2P6uZZ5FSM9Ttw',
    'must be a channel id: UC and 22 characters',
  ),
  category: param(
    'category',
    /^[a-z-]{2,12}(\.[A-Za-z-]{2,12})?$/,
    'An arXiv category; default all of computer science',
    'cs.AI',
    'must be an arXiv category',
  ),
  language: param(
    'language',
    /^[a-z]{2}-[A-Z]{2}$/,
    'Language and country; default en-US',
    'de-DE',
    'must look like en-US',
  ),
  handle: param(
    'handle',
    /^(did:(plc:[a-z2-7]{24}|web:[a-z0-9.-]{3,200})|(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/i,
    'The handle or DID',
    'bsky.app',
    'must be a handle or a DID',
  ),
  instance: host('instance', 'The Mastodon server', 'mastodon.social'),
  hashtag: param('tag', /^#?[\p{L}\p{N}_]{1,100}$/u, 'The hashtag', 'opensource', 'must be a hashtag'),
  forum: host('host', 'The host of the forum', 'meta.discourse.org'),
  statusHost: host('host', 'The host of the status page', 'www.githubstatus.com'),
  selector: param(
    'selector',
    /^[^\p{Cc};]{1,200}$/u,
    'A CSS selector for the part to watch',
    '#price',
    'must be one CSS selector',
  ),
  page: param(
    'page',
    /^[^\p{Cc}#<>[\]{|}]{1,200}$/u,
    'The title of the article',
    'Webhook',
    'must be the title of an article',
  ),
  lang: param(
    'lang',
    /^[a-z]{2,3}(-[a-z]{2,8})?$/,
    'The language of the wiki; default en',
    'de',
    'must be a language such as en',
  ),
  cik: param('cik', /^\d{1,10}$/, 'The CIK number of the company', '320193', 'must be a CIK number'),
  form: param('form', /^[A-Z0-9][A-Z0-9 /-]{0,11}$/, 'The type of the filing', '8-K', 'must be a form such as 8-K'),
} as const satisfies Record<string, Param>;
