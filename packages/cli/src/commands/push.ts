// `countersign push`: proposes an action.

import { readFileSync } from 'node:fs';
import { type ActionCreate, type ActionCreated, JsonText } from '@countersign/sdk';
import { command, type Words } from '../command.ts';
import { connect } from '../connection.ts';
import { oneOf, UsageError } from '../failure.ts';
import { partAt, withoutMark } from '../json-source.ts';
import { printJson } from '../output.ts';
import { isTerminal, paint, print, readInput } from '../terminal.ts';
import { oneLine, secondsOf } from '../text.ts';
import { textOf } from '../utf8.ts';
import { awaited, tellWhere, WAIT_OPTIONS, waitOf } from './await.ts';

const FORMATS = ['plain', 'markdown', 'diff'] as const;

/** What is proposed, word by word. */
const CONTENT = {
  kind: { type: 'string', says: 'A label to filter by, such as mail.send' },
  title: { type: 'string', says: 'One line that says what will happen' },
  body: { type: 'string', says: 'The preview' },
  'body-file': { type: 'string', value: 'FILE', says: 'The preview from a file; - is standard input' },
  format: { type: 'string', value: 'FORMAT', says: 'Of the preview: plain (the default), markdown or diff' },
  payload: { type: 'string', value: 'JSON', says: 'Anything you want back with the decision' },
  'payload-file': { type: 'string', value: 'FILE', says: 'The same from a file; - is standard input' },
  editable: {
    type: 'string',
    value: 'PATH',
    multiple: true,
    says: 'What may be edited, e.g. preview.body, payload.amount; may be repeated',
  },
  'target-url': { type: 'string', value: 'URL', says: 'A link for the reviewer' },
  'callback-url': { type: 'string', value: 'URL', says: 'Where to send the decision as a webhook' },
  'expires-in': { type: 'string', value: 'TIME', says: 'Seconds, or 30m, 12h, 7d; the default is 3d' },
  'idempotency-key': { type: 'string', says: 'The same key within 24 hours gives the same action' },
  idempotent: {
    type: 'string',
    value: 'yes|no',
    says: 'Whether running it twice does no harm; shown to the reviewer',
  },
  undo: { type: 'string', says: 'How to take it back; shown to the reviewer' },
} as const;

const OPTIONS = {
  ...CONTENT,
  from: { type: 'string', value: 'FILE', says: 'The whole request as JSON; - is standard input' },
  quiet: { type: 'boolean', short: 'q', says: 'Print only the id' },
  wait: { type: 'boolean', short: 'w', says: 'Wait for the decision, and exit as `countersign await` does' },
  ...WAIT_OPTIONS,
} as const;

type Given = Words<typeof OPTIONS>['values'];

export const push = command({
  name: 'push',
  summary: 'Propose an action for approval',
  about: `The preview is what the reviewer sees: --body, --body-file, or standard input. The payload is for you: any JSON, given back
to the digit. \`--from\` takes the whole request as JSON instead.`,
  options: OPTIONS,
  examples: [
    [
      'countersign push --kind mail.send --title "Mail to Ana" --body-file mail.txt --editable preview.body',
      'An editable text',
    ],
    ['git diff | countersign push --kind deploy --title "Deploy" --format diff --wait && ./deploy', 'Ask, wait, act'],
    ['id=$(countersign push -q --from action.json)', 'From JSON, for a script'],
  ],
  async run({ values }) {
    if (!values.wait && (values.timeout !== undefined || values.print !== undefined))
      throw new UsageError('--timeout and --print are about the wait for the decision: say --wait, too.');
    const wait = values.wait ? waitOf(values) : undefined;
    const client = await connect(values);
    const request = await requestFrom(values);
    if (wait) {
      const { timeout } = wait;
      const decision = client.requestApproval(request, { timeout, onPending: (made) => tellWhere(made, wait) });
      return awaited(decision, wait);
    }
    const created = await client.createAction(request);
    if (values.json) printJson(created);
    else if (values.quiet || !isTerminal) print(created.id);
    else printCreated(created);
    return 0;
  },
});

function printCreated({ id, title, replayed, duplicate_of, inbox_url, status }: ActionCreated): void {
  const again = replayed || duplicate_of ? ' (proposed before)' : '';
  print(`${paint('green', '✔')} ${oneLine(title)}: ${status}${again}`);
  print(`  ${id}`);
  print(`  Decide:  ${inbox_url}`);
  print(`  Wait:    countersign await ${id}`);
}

async function requestFrom(given: Given): Promise<ActionCreate> {
  const inputs = [given['body-file'], given['payload-file'], given.from].filter((file) => file === '-');
  if (inputs.length + (given['key-stdin'] ? 1 : 0) > 1) throw new UsageError('Standard input can be only one thing.');
  if (given.from !== undefined) {
    const beside = Object.keys(CONTENT).find((option) => Object.hasOwn(given, option));
    if (beside !== undefined) throw new UsageError(`--from is the whole request: write what --${beside} says into it.`);
    return wholeRequest(withoutMark(await textIn(given.from)));
  }
  for (const option of ['body', 'payload'] as const)
    if (given[option] !== undefined && given[`${option}-file`] !== undefined)
      throw new UsageError(`Use either --${option} or --${option}-file.`);
  const { kind, title } = given;
  if (kind === undefined || title === undefined) throw new UsageError('push needs --kind and --title (or --from).');
  const format = given.format === undefined ? undefined : oneOf(FORMATS, given.format, '--format');
  const payload =
    given.payload ?? (given['payload-file'] === undefined ? undefined : await textIn(given['payload-file']));
  const expires_in = given['expires-in'] === undefined ? undefined : secondsOf(given['expires-in']);
  if (given['expires-in'] !== undefined && expires_in === undefined)
    throw new UsageError('--expires-in is a time such as 3600, 30m, 12h or 7d.');
  return defined({
    kind,
    title,
    preview: defined({ format, body: await bodyOf(given) }),
    payload: payload === undefined ? undefined : jsonOf(withoutMark(payload), '--payload'),
    editable: given.editable,
    target_url: given['target-url'],
    callback_url: given['callback-url'],
    expires_in,
    idempotency_key: given['idempotency-key'],
    idempotent: given.idempotent === undefined ? undefined : yes(given.idempotent),
    undo: given.undo,
  });
}

async function bodyOf(given: Given): Promise<string> {
  if (given.body !== undefined) return given.body;
  if (given['body-file'] !== undefined) return textIn(given['body-file']);
  const piped = process.stdin.isTTY || given['key-stdin'] ? '' : await readInput();
  if (piped !== '') return piped; // nothing, as of cron or an empty diff, would show the reviewer nothing
  throw new UsageError('push needs a preview: --body, --body-file, or something piped in.');
}

/** The payload keeps its text; the rest has nothing that JavaScript would change. */
function wholeRequest(text: string): ActionCreate {
  jsonOf(text, '--from');
  const payload = partAt(text, ['payload']);
  return {
    ...(JSON.parse(text) as ActionCreate),
    ...(payload === undefined ? {} : { payload: new JsonText(payload) }),
  };
}

function jsonOf(text: string, option: string): JsonText {
  try {
    return new JsonText(text);
  } catch (error) {
    throw new UsageError(`${option} is not JSON: ${(error as Error).message}`);
  }
}

async function textIn(file: string): Promise<string> {
  if (file === '-') return readInput();
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  return textOf(bytes, file);
}

function yes(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new UsageError('--idempotent is yes or no.');
  return text === 'yes';
}

/** Without the members that are undefined. */
function defined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
