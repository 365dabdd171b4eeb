// Watchers: what they read, when, what counts as a match, and how they fare. Spec 2.5, 3.3, 4.

import { Type } from 'typebox';
import { ActionCreate } from './actions.ts';
import { ById, NoContent, type Operation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const WATCHER_KINDS = ['rss', 'reddit_search', 'url_diff'] as const;
export const WatcherKind = Type.Enum(WATCHER_KINDS);
export type WatcherKind = Type.Static<typeof WatcherKind>;

export const WATCHER_STATUSES = ['active', 'paused', 'degraded'] as const;
export const WatcherStatus = Type.Enum(WATCHER_STATUSES);
export type WatcherStatus = Type.Static<typeof WatcherStatus>;

const Name = Type.String({ minLength: 1, maxLength: 200 });

export const WatcherConfig = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        description: 'http or https, on a public address; rss and url_diff',
      }),
    ),
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'reddit_search: what to search for; url_diff: what to take from the page',
      }),
    ),
    subreddit: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'reddit_search; default `all`' }),
    ),
  },
  { ...closed, description: 'rss and url_diff need `url`, reddit_search needs `query`' },
);
export type WatcherConfig = Type.Static<typeof WatcherConfig>;

const MAX_KEYWORDS = 200;
const Pattern = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A phrase, `one|other`, `begin*`, `"exact"`, `title:word` or `/regular expression/`',
});
const Keyword = Type.Object({ pattern: Pattern, points: Type.Integer({ minimum: 1, maximum: 100 }) }, closed);
export type Keyword = Type.Static<typeof Keyword>;

const Span = Type.String({ pattern: '^[0-9]{1,6}[mhd]$' });
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';

export const Schedule = Type.Object(
  {
    every: Type.String({
      ...Span,
      description: 'Digits and a unit, `15m`, `6h`, `1d`: at least a minute, at most a year',
    }),
    jitter: Type.Optional(
      Type.String({ ...Span, description: 'A random delay of up to so much is added to each run' }),
    ),
    window: Type.Optional(
      Type.String({
        pattern: `^${CLOCK}-(?:${CLOCK}|24:00)$`,
        description: "`HH:MM-HH:MM` in the project's time zone; runs outside of it are skipped",
      }),
    ),
  },
  closed,
);
export type Schedule = Type.Static<typeof Schedule>;

const Color = Type.Union([Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), Type.Null()]);

const ruleMembers = {
  keywords: Type.Optional(Type.Array(Keyword, { maxItems: MAX_KEYWORDS })),
  keywords_none: Type.Optional(
    Type.Array(Pattern, { maxItems: MAX_KEYWORDS, description: 'One of these, and it is no match' }),
  ),
  min_score: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'The points that make a match',
    }),
  ),
};

const createMembers = {
  name: Name,
  kind: WatcherKind,
  config: WatcherConfig,
  ...ruleMembers,
  schedule: Schedule,
  color: Type.Optional(Color),
};

export const WatcherCreate = Type.Object(createMembers, closed);
export type WatcherCreate = Type.Static<typeof WatcherCreate>;

export const WatcherUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    config: Type.Optional(WatcherConfig),
    ...ruleMembers,
    schedule: Type.Optional(Schedule),
    status: Type.Optional(Type.Enum(['active', 'paused'] as const)),
    color: Type.Optional(Color),
  },
  closed,
);
export type WatcherUpdate = Type.Static<typeof WatcherUpdate>;

/** How a run ended. Good: the first four. */
export const RUN_OUTCOMES = [
  'baseline',
  'ok',
  'not_modified',
  'fresh',
  'transient',
  'broken',
  'skipped_window',
] as const;
const RunOutcome = Type.Enum(RUN_OUTCOMES);
export type RunOutcome = Type.Static<typeof RunOutcome>;

/** Why a run could not be good. */
export const RUN_ERRORS = [
  'rate_limited',
  'blocked',
  'not_found',
  'server_error',
  'network',
  'offline',
  'not_a_feed',
  'parse_error',
  'selector_missing',
  'too_large',
  'empty',
  'robots_disallowed',
  'private_target',
] as const;
const RunError = Type.Enum(RUN_ERRORS);
export type RunError = Type.Static<typeof RunError>;

export const NEXT_RUN_REASONS = [
  'first_run',
  'schedule',
  'window',
  'retry_after',
  'backoff',
  'host_budget',
  'fresh',
  'confirm',
] as const;
const NextRunReason = Type.Enum(NEXT_RUN_REASONS);
export type NextRunReason = Type.Static<typeof NextRunReason>;

export const WATCHER_WARNINGS = ['min_score_unreachable'] as const;
const Warnings = Type.Array(Type.Enum(WATCHER_WARNINGS));

export const WatcherDay = Type.Object({
  date: Type.String({ description: 'YYYY-MM-DD, in UTC' }),
  found: Type.Integer({ description: 'New items' }),
  raised: Type.Integer({ description: 'Items that matched and were told' }),
});
export type WatcherDay = Type.Static<typeof WatcherDay>;

export const Watcher = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: WatcherKind,
  config: WatcherConfig,
  keywords: Type.Array(Keyword),
  keyword_modes: Type.Array(Type.Enum(['phrase', 'regex'] as const), { description: 'How each keyword is read' }),
  keywords_none: Type.Array(Type.String()),
  min_score: Type.Integer(),
  schedule: Schedule,
  status: WatcherStatus,
  color: Type.Union([Type.String(), Type.Null()]),
  first_run_done: Type.Boolean({ description: 'The baseline is there: from now on new items can match' }),
  last_run_at: Type.Optional(Type.Integer()),
  last_success_at: Type.Optional(Type.Integer()),
  last_match_at: Type.Optional(Type.Integer()),
  last_outcome: Type.Optional(RunOutcome),
  next_run_at: Type.Integer({ description: 'Without effect while paused' }),
  next_run_reason: NextRunReason,
  fail_count: Type.Integer({ description: 'Failures in a row' }),
  error_code: Type.Optional(RunError),
  last_error: Type.Optional(Type.String({ description: 'What went wrong, and what to do' })),
  degraded_since: Type.Optional(Type.Integer()),
  effective_url: Type.Optional(Type.String({ description: 'Where the source has moved for good' })),
  quiet_since: Type.Optional(Type.Integer({ description: 'No new item for much longer than usual' })),
  days: Type.Array(WatcherDay, { description: 'The last 14 days on which anything came, the oldest first' }),
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
  item_count: Type.Optional(Type.Integer({ description: 'Only when one watcher is read' })),
  warnings: Type.Optional(Warnings),
});
export type Watcher = Type.Static<typeof Watcher>;

export const WatcherPage = Type.Object({
  items: Type.Array(Watcher),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
export type WatcherPage = Type.Static<typeof WatcherPage>;

export const WatcherPreset = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: Type.String(),
  kind: WatcherKind,
  params: Type.Array(
    Type.Object({
      name: Type.String(),
      required: Type.Boolean(),
      description: Type.String(),
      example: Type.String(),
    }),
  ),
  defaultScheduleEvery: Type.String(),
});
export type WatcherPreset = Type.Static<typeof WatcherPreset>;

export const PresetParams = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 2048 },
  description: 'A text for each parameter of the preset',
});

export const FromPreset = Type.Object(
  {
    preset_id: Type.String({ minLength: 1, maxLength: 100 }),
    params: Type.Optional(PresetParams),
    name: Type.Optional(Name),
    schedule: Type.Optional(Schedule),
  },
  closed,
);
export type FromPreset = Type.Static<typeof FromPreset>;

export const MATCH_FIELDS = ['title', 'body', 'author', 'tag', 'url', 'added', 'removed'] as const;

/** Where a keyword hit first; `start` and `end` count code points of the cleaned field. */
export const Match = Type.Object({
  pattern: Type.String(),
  points: Type.Integer(),
  field: Type.Enum(MATCH_FIELDS),
  start: Type.Integer(),
  end: Type.Integer(),
});
export type Match = Type.Static<typeof Match>;

const PreviewItem = Type.Object({
  key: Type.String(),
  title: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  published_at: Type.Optional(Type.Integer()),
  score: Type.Integer(),
  excluded_by: Type.Optional(Type.String({ description: 'The entry of keywords_none that hit' })),
  matches: Type.Array(Match),
  would_alert: Type.Boolean(),
});

export const WatcherPreview = Type.Object({
  fetch: Type.Optional(
    Type.Object({
      status: Type.Optional(Type.Integer()),
      final_url: Type.String(),
      redirects: Type.Integer(),
      content_type: Type.Optional(Type.String()),
      bytes: Type.Integer(),
      ms: Type.Integer(),
      validators: Type.Boolean({ description: 'The source answers conditional requests' }),
      robots: Type.Enum(['allowed', 'disallowed', 'unreachable', 'not_asked'] as const),
    }),
  ),
  error_code: Type.Optional(RunError),
  error: Type.Optional(Type.String()),
  source: Type.Optional(
    Type.Object({ format: Type.String(), title: Type.Optional(Type.String()), items: Type.Integer() }),
  ),
  candidates: Type.Array(Type.String(), { description: 'Feeds that the page itself names' }),
  items: Type.Array(PreviewItem),
  excluded: Type.Integer(),
  below_threshold: Type.Integer(),
  sample_action: Type.Optional(
    Type.Object({
      kind: ActionCreate.properties.kind,
      title: ActionCreate.properties.title,
      preview: ActionCreate.properties.preview,
      target_url: Type.Optional(Type.String()),
      payload: Type.Unknown(),
    }),
  ),
  warnings: Warnings,
});
export type WatcherPreview = Type.Static<typeof WatcherPreview>;

export const WatcherRun = Type.Object({
  id: Type.String(),
  started_at: Type.Integer(),
  ms: Type.Integer(),
  outcome: RunOutcome,
  error_code: Type.Optional(RunError),
  error: Type.Optional(Type.String()),
  http_status: Type.Optional(Type.Integer()),
  bytes: Type.Integer(),
  items: Type.Integer(),
  new: Type.Integer(),
  matched: Type.Integer(),
  notes: Type.Array(Type.String()),
});
export type WatcherRun = Type.Static<typeof WatcherRun>;

export const WatcherItem = Type.Object({
  id: Type.String(),
  key: Type.String({ description: 'What the item is known by' }),
  title: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  published_at: Type.Optional(Type.Integer()),
  first_seen: Type.Integer(),
  last_seen: Type.Integer(),
  score: Type.Integer(),
  matches: Type.Array(Match),
  alerted_at: Type.Optional(Type.Integer()),
  action_id: Type.Optional(Type.String()),
});
export type WatcherItem = Type.Static<typeof WatcherItem>;

const tally = {
  matched: Type.Integer(),
  approved: Type.Integer(),
  rejected: Type.Integer(),
  expired: Type.Integer(),
  precision: Type.Optional(Type.Number({ description: 'Approved among the decided; absent while none is' })),
};

export const WatcherStats = Type.Object({
  keywords: Type.Array(Type.Object({ pattern: Type.String(), ...tally })),
  sources: Type.Array(Type.Object({ host: Type.String(), ...tally })),
  authors: Type.Array(Type.Object({ author: Type.String(), ...tally })),
  suggestions: Type.Array(
    Type.Object({
      text: Type.String(),
      min_score: Type.Optional(Type.Integer()),
      drop_keyword: Type.Optional(Type.String()),
      removes: Type.Integer({ description: 'Cards that would not have come' }),
      loses: Type.Integer({ description: 'Of these, the approved ones' }),
    }),
  ),
});
export type WatcherStats = Type.Static<typeof WatcherStats>;

export const WatcherImport = Type.Object(
  {
    format: Type.Enum(['opml', 'urls'] as const),
    content: Type.String({ maxLength: 1_000_000, description: 'OPML, or one address a line; at most 1,000 of them' }),
    schedule: Type.Optional(Schedule),
  },
  closed,
);
export type WatcherImport = Type.Static<typeof WatcherImport>;

export const WatcherImported = Type.Object({
  results: Type.Array(
    Type.Object({
      line: Type.Integer(),
      url: Type.String(),
      ok: Type.Boolean(),
      watcher_id: Type.Optional(Type.String()),
      error: Type.Optional(Type.String({ description: 'The code a create would answer' })),
      detail: Type.Optional(Type.String()),
    }),
  ),
  created: Type.Integer(),
  failed: Type.Integer(),
});
export type WatcherImported = Type.Static<typeof WatcherImported>;

const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  cursor: Type.Optional(Type.String()),
};

const tagged = { tag: 'Watchers', scope: 'watch' } as const;

export const watcherOperations = {
  createWatcher: {
    ...tagged,
    method: 'POST',
    path: '/watchers',
    summary: 'Watch a feed, a Reddit search or a page',
    body: WatcherCreate,
    large: true,
    limit: 'watchers',
    replies: { 201: Watcher },
    problems: ['private_target', 'quota_exceeded', 'schedule_too_frequent'],
  },
  listWatchers: {
    ...tagged,
    method: 'GET',
    path: '/watchers',
    summary: 'List watchers, newest first',
    query: Type.Object({ status: Type.Optional(WatcherStatus), kind: Type.Optional(WatcherKind), ...page }, closed),
    limit: 'list',
    replies: { 200: WatcherPage },
    problems: ['invalid_cursor'],
  },
  getWatcher: {
    ...tagged,
    method: 'GET',
    path: '/watchers/{id}',
    summary: 'Read a watcher, with the number of items it knows',
    params: ById,
    replies: { 200: Watcher },
    problems: ['not_found'],
  },
  updateWatcher: {
    ...tagged,
    method: 'PATCH',
    path: '/watchers/{id}',
    summary: 'Change, pause or resume a watcher',
    params: ById,
    body: WatcherUpdate,
    large: true,
    replies: { 200: Watcher },
    problems: ['not_found', 'private_target', 'quota_exceeded', 'schedule_too_frequent'],
  },
  deleteWatcher: {
    ...tagged,
    method: 'DELETE',
    path: '/watchers/{id}',
    summary: 'Delete a watcher and the items it knows; actions it made stay',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  listWatcherPresets: {
    ...tagged,
    method: 'GET',
    path: '/watcher-presets',
    summary: 'List the presets',
    replies: { 200: Type.Object({ presets: Type.Array(WatcherPreset) }) },
    problems: [],
  },
  createFromPreset: {
    ...tagged,
    method: 'POST',
    path: '/watchers/from-preset',
    summary: 'Make a watcher from a preset',
    body: FromPreset,
    limit: 'watchers',
    replies: { 201: Watcher },
    problems: ['preset_not_found', 'private_target', 'quota_exceeded', 'schedule_too_frequent'],
  },
  draftFromPreset: {
    ...tagged,
    method: 'POST',
    path: '/watcher-presets/draft',
    summary: 'What a preset would make, without making it: a body for preview or create',
    body: FromPreset,
    limit: 'list',
    repeatable: true,
    replies: { 200: WatcherCreate },
    problems: ['preset_not_found'],
  },
  previewWatcher: {
    ...tagged,
    method: 'POST',
    path: '/watchers/preview',
    summary: 'Try a watcher without saving it: what it reads, what would match, and the card it would make',
    query: Type.Object(
      {
        cached: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 1, description: '1: score the last good result again, without network' }),
        ),
      },
      closed,
    ),
    body: Type.Object(
      {
        ...createMembers,
        watcher_id: Type.Optional(Type.String({ maxLength: 128, description: 'Compare with what this one knows' })),
      },
      closed,
    ),
    large: true,
    limit: 'preview',
    limitWith: { query: 'cached=1', limit: 'bulk' },
    replies: { 200: WatcherPreview },
    problems: ['not_found', 'private_target'],
  },
  runWatcher: {
    ...tagged,
    method: 'POST',
    path: '/watchers/{id}/run',
    summary: 'Run a watcher now; answers when the run has ended, at latest after 30 seconds',
    params: ById,
    limit: 'run',
    replies: { 200: Watcher },
    problems: ['not_found'],
  },
  listWatcherRuns: {
    ...tagged,
    method: 'GET',
    path: '/watchers/{id}/runs',
    summary: 'Read the last 50 runs of a watcher',
    params: ById,
    limit: 'list',
    replies: { 200: Type.Object({ items: Type.Array(WatcherRun) }) },
    problems: ['not_found'],
  },
  listWatcherItems: {
    ...tagged,
    method: 'GET',
    path: '/watchers/{id}/items',
    summary: 'Read what a watcher has seen, newest first',
    params: ById,
    query: Type.Object(page, closed),
    limit: 'list',
    replies: {
      200: Type.Object({
        items: Type.Array(WatcherItem),
        has_more: Type.Boolean(),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
    problems: ['not_found', 'invalid_cursor'],
  },
  getWatcherStats: {
    ...tagged,
    method: 'GET',
    path: '/watchers/{id}/stats',
    summary: 'Read how often each keyword led to an approval, and what could be changed',
    params: ById,
    limit: 'list',
    replies: { 200: WatcherStats },
    problems: ['not_found'],
  },
  importWatchers: {
    ...tagged,
    method: 'POST',
    path: '/watchers/import',
    summary: 'Make a watcher for each feed of an OPML file or a list of addresses',
    body: WatcherImport,
    large: true,
    limit: 'watchers',
    replies: { 200: WatcherImported },
    problems: ['schedule_too_frequent'],
  },
  exportWatchers: {
    ...tagged,
    method: 'GET',
    path: '/watchers/export.opml',
    summary: 'The feeds of all rss watchers as OPML',
    limit: 'list',
    replies: { 200: Type.Unsafe<AsyncIterable<string>>({ type: 'string' }) },
    streams: ['text/x-opml'],
    problems: [],
  },
} as const satisfies Record<string, Operation>;
