// The map of keys.

import { Dialog } from '../parts/dialog.tsx';
import { COMMANDS, keysOf } from './keys.ts';

const GROUPS = ['Move', 'Decide', 'Look', 'Go'] as const;
const SAYS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  'Shift+ ': 'Shift Space',
  A: 'Shift A',
  R: 'Shift R',
  G: 'Shift G',
  J: 'Shift J',
  K: 'Shift K',
  N: 'Shift N',
  'Ctrl+z': 'Ctrl Z',
  'Meta+z': '⌘ Z',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
};

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
                      <kbd key={keys}>{SAYS[keys] ?? keys}</kbd>
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
