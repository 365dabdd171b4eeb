// `countersign keys`: the project's API keys.

import type { Countersign, KeyCreate } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { UsageError } from '../failure.ts';
import { nowSeconds, printJson, printTable } from '../output.ts';
import { paint, print, tell } from '../terminal.ts';
import { ago } from '../text.ts';

const SCOPES = ['actions', 'watch', 'admin'] as const;

export const keys = command({
  name: 'keys',
  summary: 'List, make and revoke API keys',
  takes: ['list|create|revoke', '[ID]'],
  about: 'Needs a key with the scope admin. A new key is printed once, alone on standard output, and never again.',
  options: {
    name: { type: 'string', says: 'What the new key is called: who will use it' },
    scopes: { type: 'string', value: 'LIST', says: `Of the new key: one or more of ${SCOPES.join(', ')}, with commas` },
  },
  examples: [
    ['countersign keys list', 'Who has keys, and when they were last used'],
    ['countersign keys create --name "billing agent" --scopes actions', 'One key for each agent'],
    ['countersign keys revoke key_…', 'For good, at once'],
  ],
  async run({ values, positionals: [verb = '', id] }) {
    if (verb === 'list') return list(await connect(values), values.json);
    if (verb === 'create') return create(await connect(values), values, values.json);
    if (verb === 'revoke' && id !== undefined) return revoke(await connect(values), id, values.json);
    throw new UsageError('Say `keys list`, `keys create` or `keys revoke ID`.');
  },
});

async function list(client: Countersign, json: boolean | undefined): Promise<number> {
  const answer = await client.listKeys();
  if (json) {
    printJson(answer);
    return 0;
  }
  const now = nowSeconds();
  const heads = [
    { title: 'ID' },
    { title: 'KEY' },
    { title: 'NAME', shrinks: true as const },
    { title: 'SCOPES' },
    { title: 'LAST USED' },
  ];
  const rows = answer.items.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.name,
    key.scopes.join(','),
    key.revoked ? 'revoked' : key.last_used_at === null ? 'never' : ago(key.last_used_at, now),
  ]);
  printTable(heads, rows, (line, row) => (answer.items[row]?.revoked ? paint('dim', line) : line));
  return 0;
}

async function create(client: Countersign, { name, scopes }: { name?: string; scopes?: string }, json?: boolean) {
  const wanted = (scopes ?? '').split(',').map((scope) => scope.trim());
  const isKnown = wanted.every((scope) => SCOPES.some((known) => known === scope));
  if (name === undefined || !isKnown)
    throw new UsageError(`keys create needs --name and --scopes (${SCOPES.join(', ')}).`);
  const made = await client.createKey({ name, scopes: wanted as KeyCreate['scopes'] });
  if (json) {
    printJson(made);
    return 0;
  }
  tell(`${made.id}, for ${made.scopes.join(', ')}. It is shown only now; store it safely.`);
  print(made.key);
  return 0;
}

async function revoke(client: Countersign, id: string, json?: boolean): Promise<number> {
  await client.revokeKey(id);
  print(json ? JSON.stringify({ id, revoked: true }) : `${id} is revoked.`);
  return 0;
}
