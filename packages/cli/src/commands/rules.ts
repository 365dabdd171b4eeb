// `countersign rules`: what is decided beforehand: looked at, tried against the past, made, switched and removed.

import { readFileSync } from 'node:fs';
import { type BacktestOutcome, type Countersign, JsonText, type Rule, type RuleCreate } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { UsageError } from '../failure.ts';
import { withoutMark } from '../json-source.ts';
import { nowSeconds, printJson, printTable } from '../output.ts';
import { paint, print, readInput, tell, withProgress } from '../terminal.ts';
import { ago, duration, oneLine } from '../text.ts';
import { textOf } from '../utf8.ts';

export const rules = command({
  name: 'rules',
  summary: 'List, try, make, switch and delete rules',
  takes: ['list|show|backtest|create|enable|disable|delete', '[ID|FILE]'],
  about: `Needs a key with the scope admin. create and backtest take a rule as JSON, from a file or - (standard input): the body of
POST /v1/rules. backtest says what it would have done to the actions of the last seven days, and saves nothing.`,
  options: {},
  examples: [
    ['countersign rules list', 'In the order in which they are asked'],
    ['countersign rules backtest small-refunds.json', 'Before it is saved'],
    ['countersign rules create small-refunds.json', 'From now on'],
    ['countersign rules disable rul_…', 'Keep it, but do not ask it'],
  ],
  async run({ values, positionals: [verb = '', given] }) {
    const { json } = values;
    if (verb === 'list') return list(await connect(values), json);
    if (given === undefined) throw new UsageError('Say `rules list`, or a verb and the ID of a rule or a FILE.');
    if (verb === 'create') return tellOf(await (await connect(values)).createRule(await ruleIn(given)), json);
    if (verb === 'backtest') {
      const rule = await ruleIn(given);
      const trying = (seconds: number) => `Trying it … ${duration(seconds)}`;
      return tried(await withProgress(trying, (await connect(values)).backtestRule({ rule })), json);
    }
    const client = await connect(values);
    if (verb === 'show') return show(await client.getRule(given));
    if (verb === 'enable') return tellOf(await client.updateRule(given, { enabled: true }), json);
    if (verb === 'disable') return tellOf(await client.updateRule(given, { enabled: false }), json);
    if (verb === 'delete') return remove(client, given, json);
    throw new UsageError('Say list, show, backtest, create, enable, disable or delete.');
  },
});

/** By its text: a condition compares to the last digit, and read as numbers here it would be another. */
async function ruleIn(file: string): Promise<RuleCreate> {
  try {
    const text = file === '-' ? await readInput() : textOf(readFileSync(file), file);
    return new JsonText(withoutMark(text)) as unknown as RuleCreate;
  } catch (error) {
    throw new UsageError(`${file} holds no rule: ${(error as Error).message}`);
  }
}

async function list(client: Countersign, json?: boolean): Promise<number> {
  const found = await client.listRules();
  if (json) {
    printJson(found);
    return 0;
  }
  if (found.items.length === 0) tell('There are no rules: everything is decided by people or keys.');
  const now = nowSeconds();
  const heads = [
    ...[{ title: 'ID' }, { title: 'ORDER' }, { title: 'DOES' }, { title: 'KIND' }],
    ...[{ title: 'NAME', shrinks: true as const }, { title: 'APPLIED' }],
  ];
  const rows = found.items.map((rule) => [
    rule.id,
    String(rule.priority),
    rule.enabled ? rule.rule_action : `${rule.rule_action} (off)`,
    rule.kind_pattern,
    rule.name,
    rule.last_hit_at === undefined ? 'never' : `${rule.hits}, ${ago(rule.last_hit_at, now)}`,
  ]);
  if (rows.length > 0) printTable(heads, rows);
  return 0;
}

/** A rule is JSON to those who write it. */
function show(rule: Rule): number {
  printJson(rule);
  return 0;
}

function tellOf(rule: Rule, json?: boolean): number {
  if (json) printJson(rule);
  else print(`${rule.id} (${oneLine(rule.name)}) ${rule.enabled ? 'applies from now on' : 'is off'}.`);
  return 0;
}

function tried(outcome: BacktestOutcome, json?: boolean): number {
  if (json) {
    printJson(outcome);
    return 0;
  }
  const { examined, complete, matched, by_status, decided_otherwise, examples } = outcome;
  print(`Of ${examined} actions${complete ? '' : ', the newest,'} it would have applied to ${matched}.`);
  for (const [status, count] of Object.entries(by_status)) print(`  ${String(count).padStart(5)}  ${status}`);
  if (decided_otherwise > 0) print(paint('yellow', `${decided_otherwise} of them a person decided the other way:`));
  for (const { id, verdict, title, decided_by } of examples) {
    print(`  ${id}  ${verdict} by ${oneLine(decided_by.name)}  ${oneLine(title)}`);
  }
  return 0;
}

async function remove(client: Countersign, id: string, json?: boolean): Promise<number> {
  await client.deleteRule(id);
  print(json ? JSON.stringify({ id, deleted: true }) : `${id} is deleted. What it decided stays decided.`);
  return 0;
}
