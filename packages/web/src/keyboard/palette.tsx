// Every command that can be given here, found by typing; each with its key.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { COMMAND_WORDS } from './command-words.ts';
import { keyWords } from './key-words.ts';
import { COMMANDS, type CommandId, canRun, keysNow, run } from './keys.ts';
import './palette.css';

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const available = useMemo(() => COMMANDS.filter(({ id }) => canRun(id)), []);
  const found = available.filter(({ id }) => matches(id, text));
  const chosen = Math.min(at, found.length - 1);
  useEffect(
    () => document.querySelector('.palette [aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  );
  const give = (id: CommandId | undefined) => {
    if (!id) return;
    onClose();
    setTimeout(() => run(id)); // when the dialog is gone and the focus is back
  };
  return (
    <Dialog title={t('Commands')} onClose={onClose}>
      <div class="palette">
        <input
          role="combobox"
          aria-label={t('Command')}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[chosen] && `palette-${found[chosen].id}`}
          placeholder={t('Type a command')}
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
            else if (event.key === 'Enter') give(found[chosen]?.id);
            else return;
            event.preventDefault();
          }}
        />
        <div id="palette-list" role="listbox" aria-label={t('Commands that can be given here')}>
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box above
            <div
              key={command.id}
              id={`palette-${command.id}`}
              role="option"
              aria-selected={index === chosen}
              onClick={() => give(command.id)}
            >
              <span class="grow">
                {t(COMMAND_WORDS[command.id].says)} <span class="soft small">{t(COMMAND_WORDS[command.id].group)}</span>
              </span>
              {keysNow(command).map((keys) => (
                <kbd key={keys}>{keyWords(keys)}</kbd>
              ))}
            </div>
          ))}
        </div>
        {found.length === 0 && <p class="soft">{t('No command is called that.')}</p>}
      </div>
    </Dialog>
  );
}

function matches(id: CommandId, text: string): boolean {
  const { says, group } = COMMAND_WORDS[id];
  const name = `${t(says)} ${t(group)}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}
