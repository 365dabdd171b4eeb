// The second step of coming in for the first time: who may decide.

import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { Door, Wrong } from './door.tsx';

export function WelcomeStep({ onDone }: { readonly onDone: () => void }) {
  const [people, setPeople] = useState(true);
  const [wrong, setWrong] = useState<string>();
  const save = async () => {
    try {
      if (people) {
        await api.updateProject({ settings: { deciders: 'people' } });
        say('Only people may decide. Settings → Who may decide changes it.');
      }
      onDone();
    } catch (error) {
      setWrong(wordsFor(error));
    }
  };
  return (
    <Door title="Who may decide?">
      <label class="check">
        <input type="checkbox" checked={people} onChange={({ currentTarget }) => setPeople(currentTarget.checked)} />
        <span>
          <b>Only people may decide</b>: API keys can ask and report, but not approve or reject.
        </span>
      </label>
      <Wrong words={wrong} />
      <button class="button main" type="button" onClick={() => void save()}>
        Go to the inbox
      </button>
      <button type="button" class="link-button" onClick={onDone}>
        Not now
      </button>
    </Door>
  );
}
