// What has a key but no button of its own, for a thumb or a pointer.

import type { InboxAction } from '@countersign/contract';
import { t } from '../i18n/translate.ts';
import { COMMAND_WORDS } from '../keyboard/command-words.ts';
import { Key } from '../keyboard/key.tsx';
import { COMMANDS, type CommandId, canRun, run } from '../keyboard/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { draftNow } from './draft.ts';

const HERE: readonly CommandId[] = [
  'approve',
  'approve_anyway',
  'reject_because',
  'snooze',
  'source',
  'payload',
  'next_warning',
  'open_target',
  'copy_link',
  'copy_id',
];

interface Props {
  readonly action: InboxAction;
  /** Its end has been on the screen. */
  readonly isRead: boolean;
  readonly mayApprove: boolean;
  readonly onClose: () => void;
}

/** Without what would only answer that there is nothing to do. */
function applies(id: CommandId, { action, isRead, mayApprove }: Props): boolean {
  if (id === 'approve') return mayApprove && !draftNow(action.id); // its button says how
  if (id === 'approve_anyway') return mayApprove && !isRead && !action.must_read;
  if (id === 'open_target') return Boolean(action.target_url);
  if (id === 'payload') return action.payload_bytes !== undefined && action.reveal_payload;
  if (id === 'next_warning') return action.flags.length > 0;
  return id !== 'source' || action.preview.format !== 'plain';
}

export function MoreCommands(props: Props) {
  const { onClose } = props;
  return (
    <Dialog title={t('More')} onClose={onClose}>
      <div class="more-list">
        {COMMANDS.filter(({ id }) => HERE.includes(id) && canRun(id) && applies(id, props)).map((command) => (
          <button
            key={command.id}
            type="button"
            onClick={() => {
              onClose();
              setTimeout(() => run(command.id)); // when the dialog is gone and the focus is back
            }}
          >
            <span class="grow">
              {t(COMMAND_WORDS[command.id].says)}
              {command.id === 'approve' && '…'}
            </span>
            <Key of={command.id} />
          </button>
        ))}
      </div>
    </Dialog>
  );
}
