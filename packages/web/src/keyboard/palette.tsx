// Every command that can be given here, found by typing; each with its key.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { keyWords } from './key-words.ts';
import { COMMANDS, type Command, type CommandId, canRun, keysOf, run } from './keys.ts';
import './palette.css';

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const available = useMemo(() => (COMMANDS as readonly Command[]).filter(({ id }) => canRun(id as CommandId)), []);
  const found = available.filter((command) => matches(command, text));
  const chosen = Math.min(at, found.length - 1);
  useEffect(
    () => document.querySelector('.palette [aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  );
  const give = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    setTimeout(() => run(command.id as CommandId)); // when the dialog is gone and the focus is back
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <div class="palette">
        <input
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[chosen] && `palette-${found[chosen].id}`}
          placeholder="Type a command"
          autocomplete="off"
          autofocus
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, chosen + 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(0, chosen - 1));
            else if (event.key === 'Enter') give(found[chosen]);
            else return;
            event.preventDefault();
          }}
        />
        <div id="palette-list" role="listbox" aria-label="Commands that can be given here">
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box above
            <div
              key={command.id}
              id={`palette-${command.id}`}
              role="option"
              aria-selected={index === chosen}
              onClick={() => give(command)}
            >
              <span class="grow">
                {command.says} <span class="soft small">{command.group}</span>
              </span>
              {keysOf(command).map((keys) => (
                <kbd key={keys}>{keyWords(keys)}</kbd>
              ))}
            </div>
          ))}
        </div>
        {found.length === 0 && <p class="soft">No command is called that.</p>}
      </div>
    </Dialog>
  );
}

function matches({ says, group }: Command, text: string): boolean {
  const name = `${says} ${group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}
