// Another key for a command: pressed once, kept with the person, refused where it already means something else.

import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { me, takeMe } from '../session.ts';
import { keyWords } from './key-words.ts';
import { COMMANDS, type Command, keysOf, nameOf } from './keys.ts';

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
  const take = (command: Command, event: KeyboardEvent) => {
    if (/^(Shift|Control|Alt|Meta|CapsLock|Tab)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setAsking(undefined);
    const pressed = nameOf(event);
    const other = takenBy(pressed, command.id);
    if (other) return void say(`${keyWords(pressed)} already means “${other.says}”.`);
    void save({ ...mine, [command.id]: pressed });
  };
  const reset = (id: string) => {
    const { [id]: _, ...others } = mine;
    void save(others);
  };
  return (
    <section class="card" aria-labelledby="my-keys">
      <h2 id="my-keys">Keys</h2>
      <p class="small soft">Each command can have another key, alone or with Ctrl, Alt or ⌘.</p>
      <button type="button" class="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the keys' : 'Change keys'}
      </button>
      {open && (
        <dl class="facts-list key-list">
          {(COMMANDS as readonly Command[]).map((command) => (
            <div key={command.id} class="row-of">
              <dt class="grow">{command.says}</dt>
              <dd class="row-of">
                {keysOf(command).map((keys) => (
                  <kbd key={keys}>{keyWords(keys)}</kbd>
                ))}
                <button
                  type="button"
                  class="button small"
                  aria-label={`${asking === command.id ? 'Press a key …' : 'Change'} ${command.says}`}
                  onClick={() => setAsking(command.id)}
                  onBlur={() => asking === command.id && setAsking(undefined)}
                  onKeyDown={(event) => asking === command.id && take(command, event)}
                >
                  {asking === command.id ? 'Press a key …' : 'Change'}
                </button>
                {command.id in mine && (
                  <button
                    type="button"
                    class="button small plain"
                    aria-label={`Reset ${command.says}`}
                    onClick={() => reset(command.id)}
                  >
                    Reset
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

/** A key that begins a sequence is taken, too. */
function takenBy(pressed: string, by: string): Command | undefined {
  return (COMMANDS as readonly Command[]).find(
    (command) =>
      command.id !== by && keysOf(command).some((keys) => keys === pressed || keys.startsWith(`${pressed} `)),
  );
}
