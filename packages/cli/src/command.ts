// What a command says about itself, once: its words are parsed and its help is written from it.

import { parseArgs } from 'node:util';
import { UsageError } from './failure.ts';
import { columns } from './terminal.ts';

const READABLE = 100;

interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly says: string;
}
type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O['type'] extends 'boolean' ? boolean : O['multiple'] extends true ? string[] : string;
export type Values<O extends Options> = { readonly [K in keyof O]?: Value<O[K]> };

/** Every command has these. */
const COMMON = {
  json: { type: 'boolean', says: 'Print JSON instead of text' },
  url: { type: 'string', value: 'URL', says: 'The server; else COUNTERSIGN_URL, the config file, this machine' },
  'key-stdin': {
    type: 'boolean',
    says: 'Read the API key from standard input; else COUNTERSIGN_API_KEY, the config file',
  },
  help: { type: 'boolean', short: 'h', says: 'Print this' },
} as const satisfies Options;

export type Common = Values<typeof COMMON>;

export interface Words<O extends Options> {
  readonly values: Values<O> & Common;
  readonly positionals: readonly string[];
}

export interface Command<O extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** The positional words, as the usage line shows them. `[X]` may be left out. */
  readonly takes?: readonly string[];
  readonly about?: string;
  readonly options: O;
  readonly examples: readonly (readonly [string, string])[];
  /** Resolves to the exit code, 0 when to none. */
  readonly run: (words: Words<O>) => Promise<number | undefined>;
}

/** Keeps the types of the options for `run`; outside, all commands are alike. */
export function command<const O extends Options>(given: Command<O>): Command {
  return given as unknown as Command;
}

export function parsed(command: Command, args: readonly string[]): Words<Options> {
  const options = { ...command.options, ...COMMON };
  const { values, positionals } = parse(command.name, args, options);
  const takes = command.takes ?? [];
  const least = takes.filter((word) => !word.startsWith('[')).length;
  if (values.help !== true && positionals.length < least)
    throw new UsageError(`${takes[positionals.length]} is missing.`);
  if (positionals.length > takes.length)
    throw new UsageError(`Too many words: ${positionals.slice(takes.length).join(' ')}`);
  const empty = positionals.findIndex((word) => /^\.{0,2}$/.test(word)); // `await "$id"` where there is no id
  if (empty >= 0) throw new UsageError(`${takes[empty]} is ${positionals[empty] || 'empty'}, which is none.`);
  return { values: values as Words<Options>['values'], positionals };
}

function parse(name: string, args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(wordsFor(error as NodeJS.ErrnoException, name));
  }
}

/** Node's words for it speak of positional arguments; ours say which option is meant, and what to do. */
function wordsFor({ code, message }: NodeJS.ErrnoException, name: string): string {
  const [, option = ''] = /'(?:-\w, )?(--?[^\s'<]*)/.exec(message) ?? [];
  if (option === '') return message;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `countersign ${name} has no option ${option}.`;
  if (message.includes('does not take')) return `${option} takes no value.`;
  if (message.includes('ambiguous')) return `${option} needs a value; one that begins with a dash is ${option}=-…`;
  return message.includes('missing') ? `${option} needs a value.` : message;
}

export function helpOf({ name, summary, takes = [], about, options, examples }: Command): string {
  const rows = (some: Options) =>
    Object.entries(some).map(([option, spec]) => [flag(option, spec), spec.says] as const);
  return [
    summary,
    '',
    `  countersign ${[name, ...takes, '[options]'].join(' ')}`,
    ...(about === undefined ? [] : ['', ...wrapped(about)]),
    ...(Object.keys(options).length === 0 ? [] : ['', 'Options', ...aligned(rows(options))]),
    '',
    'Options of every command',
    ...aligned(rows(COMMON)),
    '',
    'Examples',
    ...examples.flatMap(([line, says]) => [`  # ${says}`, `  ${line}`]),
  ].join('\n');
}

/** At words, to what is comfortable to read. */
function wrapped(text: string): string[] {
  const width = Math.min(columns() ?? READABLE, READABLE);
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length > width) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

function flag(name: string, { short, value = 'TEXT', type }: Option): string {
  return `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value}` : ''}`;
}

export function aligned(rows: readonly (readonly [string, string])[], least = 0): string[] {
  const width = Math.max(least, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
