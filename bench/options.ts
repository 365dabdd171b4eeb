// The words after `npm run bench --`.

import { parseArgs } from 'node:util';

export const CASES = [
  'ceiling',
  'create',
  'read',
  'decide',
  'pieces',
  'list',
  'search',
  'instances',
  'deliveries',
  'boot',
  'key',
  'await',
  'waits',
  'watchers',
  'neighbours',
  'timing',
  'data',
  'rules',
  'sealing',
] as const;
export type CaseName = (typeof CASES)[number];

const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

export interface Options {
  readonly engines: readonly EngineName[];
  readonly cases: readonly CaseName[];
  /** Sizes of the databases that are listed and searched, small to large. */
  readonly rows: readonly number[];
  /** How long each contender is measured in each case. */
  readonly seconds: number;
  /** A folder for CPU profiles of our server, one per process. */
  readonly profile: string | undefined;
}

export const USAGE = `npm run bench -- [options]
  --engine sqlite|postgres    one engine only
  --only create,read          some of ${CASES.join(', ')}
  --rows 1000,100000          sizes for list and search (default 1000,100000,1000000)
  --seconds 10                how long each contender is measured in each case, in ten rounds
  --profile folder            write CPU profiles of our server there`;

/** Undefined when they ask what the options are. */
export function readOptions(words: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: 'string' },
      only: { type: 'string' },
      rows: { type: 'string', default: '1000,100000,1000000' },
      seconds: { type: 'string', default: '10' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    engines: values.engine === undefined ? ENGINES : chosen(values.engine, ENGINES),
    cases: values.only === undefined ? CASES : chosen(values.only, CASES),
    rows: values.rows
      .split(',')
      .map(positive)
      .toSorted((a, b) => a - b),
    seconds: positive(values.seconds),
    profile: values.profile,
  };
}

function chosen<T extends string>(text: string, known: readonly T[]): T[] {
  return text.split(',').map((word) => {
    const found = known.find((one) => one === word);
    if (!found) throw new Error(`${word} is none of ${known.join(', ')}.`);
    return found;
  });
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${text} is not a number above 0.`);
  return value;
}
