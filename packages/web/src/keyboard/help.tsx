// The map of keys.

import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { COMMAND_WORDS, GROUPS } from './command-words.ts';
import { keyWords } from './key-words.ts';
import { COMMANDS, keysNow } from './keys.ts';

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('Shortcuts')} reads onClose={onClose}>
      <div class="key-help">
        {GROUPS.map((group) => (
          <section class="stack tight" key={group}>
            <h3>{t(group)}</h3>
            <dl class="facts-list">
              {COMMANDS.filter(
                (command) => COMMAND_WORDS[command.id].group === group && keysNow(command).length > 0,
              ).map((command) => (
                <>
                  <dt>
                    {keysNow(command).map((keys) => (
                      <kbd key={keys}>{keyWords(keys)}</kbd>
                    ))}
                  </dt>
                  <dd>{t(COMMAND_WORDS[command.id].says)}</dd>
                </>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <form method="dialog" class="row-of end">
        <button class="button" type="submit">
          {t('Close')}
        </button>
      </form>
    </Dialog>
  );
}
