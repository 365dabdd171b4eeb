// `countersign show`: one action, whole.

import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { printAction, printJson } from '../output.ts';

export const show = command({
  name: 'show',
  summary: 'Show an action with its content, decision, webhook and result',
  takes: ['ID'],
  about: 'Characters that hide, reorder or control are shown by their codes: ⟨U+202E⟩.',
  options: {},
  examples: [
    ['countersign show act_…', 'To read before deciding'],
    ['countersign show act_… --json | jq .payload', 'For a program'],
  ],
  async run({ values, positionals: [id = ''] }) {
    const action = await (await connect(values)).getAction(id);
    if (values.json) printJson(action);
    else printAction(action);
    return 0;
  },
});
