// The tools on watchers: an agent lets something be watched, and finds what matched in the inbox. Spec 4.1.

import { Type } from 'typebox';
import type { Tool } from './tools.ts';
import {
  FromPreset,
  PresetParams,
  Schedule,
  WATCHER_KINDS,
  WATCHER_STATUSES,
  WatcherCreate,
  WatcherPreset,
} from './watchers.ts';

const closed = { additionalProperties: false } as const;

/** Said of every enum: some clients drop one without a type. */
const ofText = { type: 'string' } as const;

const Kind = Type.Enum(WATCHER_KINDS, {
  ...ofText,
  description: 'rss: a feed at config.url; reddit_search: config.query on Reddit; url_diff: the page at config.url',
});
const Status = Type.Enum(WATCHER_STATUSES, ofText);

const { color: _, ...given } = WatcherCreate.properties;

const Spec = Type.Object(
  {
    ...given,
    kind: Kind,
    name: Type.String({ ...given.name, description: 'What people call it' }),
  },
  { ...closed, description: 'What to watch, what counts as a match, and how often to look' },
);

const Made = Type.Object({
  watcher_id: Type.String(),
  name: Type.String(),
  kind: Kind,
  status: Status,
  next_run_at: Type.Number({ description: 'Unix seconds' }),
});

const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const watcherTools = {
  service_create_watcher: {
    title: 'Watch a feed, a Reddit search or a page',
    description:
      'Have a source read again and again, and every new item that matches put into the inbox for a person to decide. ' +
      'The first run only learns what is there already. Without keywords everything new matches. ' +
      'Look with service_list_watcher_presets first: many sources have a preset.',
    scope: 'watch',
    limit: 'watchers',
    input: Type.Object({ spec: Spec }, closed),
    output: Made,
    annotations: ADDS,
    quoted: [],
  },
  service_list_watchers: {
    title: 'List the watchers',
    description:
      'How many watchers the project has, and the newest hundred of them. "degraded" means that the source could not be ' +
      'read for a while; it is still tried.',
    scope: 'watch',
    limit: 'list',
    input: Type.Object(
      { status: Type.Optional({ ...Status, description: 'Only those in this state' }) },
      { ...closed, description: 'Without a status, all of them' },
    ),
    output: Type.Object({
      count: Type.Number({ description: 'Of all that fit, listed or not' }),
      watchers: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), kind: Kind, status: Status })),
    }),
    annotations: READS,
    quoted: [],
  },
  service_list_watcher_presets: {
    title: 'List what can be watched with few words',
    description:
      'Ready-made watchers for well-known sources: Hacker News, Reddit, GitHub releases, packages, YouTube and more. ' +
      'Each names its parameters; service_create_watcher_from_preset takes them.',
    scope: 'watch',
    limit: 'list',
    input: Type.Object({}, closed),
    output: Type.Object({
      presets: Type.Array(Type.Object({ ...WatcherPreset.properties, kind: Kind })),
    }),
    annotations: READS,
    quoted: [],
  },
  service_create_watcher_from_preset: {
    title: 'Watch something by a preset',
    description:
      'As service_create_watcher, from a preset of service_list_watcher_presets and a text for each of its required ' +
      'parameters. Without a name it is called by the title of the preset and its first parameter; without a schedule it ' +
      'runs as often as the preset says.',
    scope: 'watch',
    limit: 'watchers',
    input: Type.Object(
      {
        preset_id: Type.String({ ...FromPreset.properties.preset_id, description: 'The id of the preset' }),
        params: PresetParams,
        name: Type.Optional(Type.String({ ...given.name, description: 'What people call it' })),
        schedule: Type.Optional(Schedule),
      },
      closed,
    ),
    output: Made,
    annotations: ADDS,
    quoted: [],
  },
} as const satisfies Record<string, Tool>;
