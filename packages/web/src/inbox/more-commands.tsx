// What has a key but no button of its own, for a thumb or a pointer.

import { t } from '../i18n/translate.ts';
import { COMMAND_WORDS } from '../keyboard/command-words.ts';
import { keyWords } from '../keyboard/key-words.ts';
import { COMMANDS, type CommandId, canRun, keysOf, run } from '../keyboard/keys.ts';
import { Dialog } from '../parts/dialog.tsx';

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

export function MoreCommands({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('More')} onClose={onClose}>
      <div class="more-list">
        {COMMANDS.filter(({ id }) => HERE.includes(id) && canRun(id)).map((command) => (
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
            <kbd>{keyWords(keysOf(command)[0] ?? '')}</kbd>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
