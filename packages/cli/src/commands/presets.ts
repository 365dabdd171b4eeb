// `countersign presets`: what can be watched with few words.

import type { Countersign, WatcherPreset } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { UsageError } from '../failure.ts';
import { printJson, printTable } from '../output.ts';
import { table } from '../table.ts';
import { columns, print } from '../terminal.ts';
import { oneLine } from '../text.ts';

export const presets = command({
  name: 'presets',
  summary: 'List the presets of watchers, and use one',
  takes: ['list|show|use', '[ID]'],
  about: 'Needs a key with the scope watch.',
  options: {
    set: {
      type: 'string',
      multiple: true,
      value: 'NAME=TEXT',
      says: 'use: a parameter of the preset; may be repeated',
    },
    name: { type: 'string', says: 'use: what people call the watcher' },
    every: { type: 'string', value: 'SPAN', says: 'use: how often, instead of as the preset says' },
  },
  examples: [
    ['countersign presets list', 'All of them'],
    ['countersign presets show github-releases', 'Its parameters, with examples'],
    ['countersign presets use github-releases --set owner=nodejs --set repo=node', 'A watcher for it'],
  ],
  async run({ values, positionals: [verb = '', id] }) {
    if (verb === 'list') return list(await connect(values), values.json);
    if (verb === 'show' && id !== undefined) return show(await connect(values), id, values.json);
    if (verb === 'use' && id !== undefined) return use(await connect(values), id, values);
    throw new UsageError('Say `presets list`, `presets show ID` or `presets use ID`.');
  },
});

async function list(client: Countersign, json?: boolean): Promise<number> {
  const answer = await client.listWatcherPresets();
  if (json) {
    printJson(answer);
    return 0;
  }
  const heads = [{ title: 'ID' }, { title: 'WATCHES', shrinks: true as const }, { title: 'NEEDS' }, { title: 'EVERY' }];
  const rows = answer.presets.map((preset) => [preset.id, preset.title, namesOf(preset), preset.defaultScheduleEvery]);
  printTable(heads, rows);
  return 0;
}

function namesOf({ params }: WatcherPreset): string {
  return params.map(({ name, required }) => (required ? name : `[${name}]`)).join(' ');
}

async function show(client: Countersign, id: string, json?: boolean): Promise<number> {
  const preset = (await client.listWatcherPresets()).presets.find((one) => one.id === id);
  if (!preset) throw new UsageError(`There is no preset ${id}. \`countersign presets list\` shows them.`);
  if (json) {
    printJson(preset);
    return 0;
  }
  print(`${preset.title}: ${preset.description}`);
  const heads = [{ title: 'PARAMETER' }, { title: '' }, { title: 'IS', shrinks: true as const }, { title: 'EXAMPLE' }];
  const rows = preset.params.map(({ name, required, description, example }) => [
    name,
    required ? 'required' : '',
    description,
    example,
  ]);
  if (rows.length > 0) for (const line of table(heads, rows, columns())) print(line);
  return 0;
}

interface Given {
  readonly set?: string[];
  readonly name?: string;
  readonly every?: string;
  readonly json?: boolean;
}

async function use(client: Countersign, preset_id: string, { set = [], name, every, json }: Given): Promise<number> {
  const params = Object.fromEntries(
    set.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--set ${text}: write NAME=TEXT.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
  const made = await client.createFromPreset({
    preset_id,
    params,
    ...(name === undefined ? {} : { name }),
    ...(every === undefined ? {} : { schedule: { every } }),
  });
  if (json) printJson(made);
  else print(`${made.id}: ${oneLine(made.name)}, every ${made.schedule.every}`);
  return 0;
}
