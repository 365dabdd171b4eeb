// `countersign approve`: says yes, to the action as it is or as edited.

import type { ActionRead } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { type Edits, editInEditor, editsFrom } from '../edits.ts';
import { UsageError } from '../failure.ts';
import { indented, safeJson } from '../json-source.ts';
import { printAction, printPart } from '../output.ts';
import { ask, isInteractive, tell } from '../terminal.ts';
import { visible } from '../text.ts';
import { decide } from './decide.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve an action, edited or as it is',
  takes: ['ID'],
  about: `On a terminal the action is shown and you are asked first. The decision is bound to what was shown (its digest).
Only what the agent listed as editable can be edited.`,
  options: {
    edit: { type: 'boolean', short: 'e', says: 'Open what may be edited in $VISUAL or $EDITOR' },
    set: {
      type: 'string',
      value: 'PATH=VALUE',
      multiple: true,
      says: 'Edit one field: as text where it is text, else as JSON; may be repeated',
    },
    comment: { type: 'string', short: 'c', says: 'Told to the agent; up to 2000 characters' },
    digest: { type: 'string', says: 'Refuse unless this is the digest of the action, as `show` gave it' },
    yes: { type: 'boolean', short: 'y', says: 'Do not ask' },
  },
  examples: [
    ['countersign approve act_…', 'Look, then say yes'],
    ['countersign approve act_… --edit', 'Change the text first'],
    ['countersign approve act_… --set payload.amount=35 --yes', 'In a script'],
  ],
  async run({ values, positionals: [id = ''] }) {
    const { edit, set = [], yes } = values;
    if (edit && set.length > 0) throw new UsageError('Use either --edit or --set.');
    if (edit && !isInteractive) throw new UsageError('--edit needs a terminal; in a script use --set PATH=VALUE.');
    const client = await connect(values);
    const action = await client.getAction(id);
    const edited = edit ? await editInEditor(action) : editsFrom(action, set);
    if (isInteractive && !yes && !(await agreed(action, edited))) return 1;
    const { digest = action.digest, comment, json } = values;
    return decide(client, id, { decision: 'approve', edited, comment, digest }, json);
  },
});

/** What is asked about is on the screen whole: the action, and what becomes of it by the edits. */
async function agreed(action: ActionRead, edited: Edits): Promise<boolean> {
  if (action.status !== 'pending') return true; // the service says what is wrong
  printAction(action);
  for (const [path, { text }] of Object.entries(edited)) {
    printPart(`${path}, as edited`, text.startsWith('"') ? visible(JSON.parse(text)).text : indented(safeJson(text)));
  }
  const isEdited = Object.keys(edited).length > 0;
  const isYes = /^y(es)?$/i.test(await ask(`\nApprove this${isEdited ? ', as edited' : ''}? (y/N)`));
  if (!isYes) tell('Nothing was decided.');
  return isYes;
}
