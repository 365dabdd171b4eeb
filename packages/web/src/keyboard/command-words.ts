// What the commands are called, and where they stand in the help. Fetched with whatever shows them.

import type { Plain } from '../i18n/translate.ts';
import type { CommandId } from './keys.ts';

export const GROUPS = ['Move', 'Decide', 'Look', 'Go'] as const satisfies readonly Plain[];

interface Words {
  readonly says: Plain;
  readonly group: (typeof GROUPS)[number];
}

// biome-ignore format: a table in rows
export const COMMAND_WORDS: Readonly<Record<CommandId, Words>> = {
  next: { says: 'Next action', group: 'Move' },
  previous: { says: 'Previous action', group: 'Move' },
  first: { says: 'First action', group: 'Move' },
  last: { says: 'Last action', group: 'Move' },
  open: { says: 'Into the preview', group: 'Move' },
  page_down: { says: 'Read on', group: 'Move' },
  page_up: { says: 'Read back', group: 'Move' },
  pick: { says: 'Pick, to decide several', group: 'Move' },
  pick_down: { says: 'Pick this and the next', group: 'Move' },
  pick_up: { says: 'Pick this and the previous', group: 'Move' },
  pick_kind: { says: 'Pick all of this kind', group: 'Move' },
  approve: { says: 'Approve', group: 'Decide' },
  approve_anyway: { says: 'Approve although the end was not on screen', group: 'Decide' },
  reject: { says: 'Reject', group: 'Decide' },
  reject_because: { says: 'Reject with a reason', group: 'Decide' },
  edit: { says: 'Edit', group: 'Decide' },
  undo: { says: 'Undo the last decision', group: 'Decide' },
  payload: { says: 'Show or hide the payload', group: 'Look' },
  source: { says: 'Rendered or source', group: 'Look' },
  sides: { says: 'Changes unified or side by side', group: 'Look' },
  wrap: { says: 'Wrap lines in the editor', group: 'Look' },
  next_warning: { says: 'Next warning in the text', group: 'Look' },
  previous_warning: { says: 'Previous warning in the text', group: 'Look' },
  open_target: { says: 'Open the target link', group: 'Look' },
  copy_link: { says: 'Copy the permalink', group: 'Look' },
  copy_id: { says: 'Copy the action id', group: 'Look' },
  snooze: { says: 'Snooze: show it later', group: 'Decide' },
  palette: { says: 'Find a command', group: 'Look' },
  search: { says: 'Search', group: 'Look' },
  theme: { says: 'Light or dark', group: 'Look' },
  rail: { says: 'Rail of icons, or with words', group: 'Look' },
  help: { says: 'These keys', group: 'Look' },
  back: { says: 'Close, back', group: 'Look' },
  split_1: { says: 'All', group: 'Go' },
  split_2: { says: 'Urgent', group: 'Go' },
  split_3: { says: 'Warnings', group: 'Go' },
  split_4: { says: 'External', group: 'Go' },
  split_5: { says: 'The split after these', group: 'Go' },
  go_inbox: { says: 'Inbox', group: 'Go' },
  go_history: { says: 'History', group: 'Go' },
  go_watchers: { says: 'Watchers', group: 'Go' },
  go_insights: { says: 'Insights', group: 'Go' },
  go_rules: { says: 'Rules', group: 'Go' },
  go_channels: { says: 'Channels', group: 'Go' },
  go_keys: { says: 'Keys', group: 'Go' },
  go_people: { says: 'Reviewers', group: 'Go' },
  go_audit: { says: 'Audit', group: 'Go' },
  go_settings: { says: 'Settings', group: 'Go' },
};
