// Another key for a command: pressed once, kept with the person, refused where it already means something else.

import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { me, takeMe } from '../session.ts';
import { COMMAND_WORDS } from './command-words.ts';
import { keyWords } from './key-words.ts';
import { COMMANDS, type CommandId, keysOf, nameOf } from './keys.ts';

export function KeysCard() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<string>();
  const save = async (keys: Record<string, string>) => {
    setAsking(undefined);
    try {
      takeMe(await api.updateMe({ keys }));
    } catch (error) {
      say(wordsFor(error));
    }
  };
  const mine = me.value?.keys ?? {};
  const take = (id: CommandId, event: KeyboardEvent) => {
    if (/^(Shift|Control|Alt|Meta|CapsLock|Tab)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setAsking(undefined);
    const pressed = nameOf(event);
    const other = takenBy(pressed, id);
    if (other)
      return void say(t('{key} already means “{command}”.', { key: keyWords(pressed), command: wordsOf(other) }));
    void save({ ...mine, [id]: pressed });
  };
  const reset = (id: string) => {
    const { [id]: _, ...others } = mine;
    void save(others);
  };
  return (
    <section class="card" aria-labelledby="my-keys">
      <h2 id="my-keys">{t('Keyboard')}</h2>
      <p class="small soft">{t('Each command can have another key, alone or with Ctrl, Alt or ⌘.')}</p>
      <button type="button" class="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t('Hide the keys') : t('Change keys')}
      </button>
      {open && (
        <dl class="facts-list key-list">
          {COMMANDS.map((command) => (
            <div key={command.id} class="row-of">
              <dt class="grow">{wordsOf(command.id)}</dt>
              <dd class="row-of">
                {keysOf(command).map((keys) => (
                  <kbd key={keys}>{keyWords(keys)}</kbd>
                ))}
                <button
                  type="button"
                  class="button small"
                  aria-label={`${asking === command.id ? t('Press a key …') : t('Change')} ${wordsOf(command.id)}`}
                  onClick={() => setAsking(command.id)}
                  onBlur={() => asking === command.id && setAsking(undefined)}
                  onKeyDown={(event) => asking === command.id && take(command.id, event)}
                >
                  {asking === command.id ? t('Press a key …') : t('Change')}
                </button>
                {command.id in mine && (
                  <button
                    type="button"
                    class="button small plain"
                    aria-label={`${t('Reset')} ${wordsOf(command.id)}`}
                    onClick={() => reset(command.id)}
                  >
                    {t('Reset')}
                  </button>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

const wordsOf = (id: CommandId) => t(COMMAND_WORDS[id].says);

/** A key that begins a sequence is taken, too. */
function takenBy(pressed: string, by: CommandId): CommandId | undefined {
  return COMMANDS.find(
    (command) =>
      command.id !== by && keysOf(command).some((keys) => keys === pressed || keys.startsWith(`${pressed} `)),
  )?.id;
}
