// The map of keys.

import { Dialog } from '../parts/dialog.tsx';
import { keyWords } from './key-words.ts';
import { COMMANDS, keysOf } from './keys.ts';

const GROUPS = ['Move', 'Decide', 'Look', 'Go'] as const;
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div class="key-help">
        {GROUPS.map((group) => (
          <section class="stack tight" key={group}>
            <h3>{group}</h3>
            <dl class="facts-list">
              {COMMANDS.filter((command) => command.group === group).map((command) => (
                <>
                  <dt>
                    {keysOf(command).map((keys) => (
                      <kbd key={keys}>{keyWords(keys)}</kbd>
                    ))}
                  </dt>
                  <dd>{command.says}</dd>
                </>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <form method="dialog" class="row-of end">
        <button class="button" type="submit">
          Close
        </button>
      </form>
    </Dialog>
  );
}
