// My own splits: saved searches of the inbox, each with a name.

import type { Me } from '@countersign/contract';
import { FLAGS } from '@countersign/contract/shown/flags';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { me, takeMe } from '../session.ts';
import { counts } from './counts.ts';
import { FLAG_WORDS } from './flags.tsx';
import { loadCounts } from './load.ts';
import { search, shown, split } from './store.ts';

type Saved = Me['splits'][number];
const MOST = 20;

export function SplitsDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState(split.value.startsWith('kind:') ? split.value.slice(5) : '');
  const [created_by, setAgent] = useState('');
  const [flag, setFlag] = useState('');
  const [q, setQ] = useState(search.value);
  const saved = me.value?.splits ?? [];
  const agents = new Map(shown.value.map((row) => [row.created_by.id, row.created_by.name]));
  const keep = async (splits: readonly Saved[]) => {
    try {
      takeMe(await api.updateMe({ splits: [...splits] }));
      void loadCounts();
      return true;
    } catch (error) {
      say(wordsFor(error));
      return false;
    }
  };
  const add = async () => {
    const made: Saved = {
      name: name.trim(),
      ...(kind !== '' && { kind }),
      ...(created_by !== '' && { created_by }),
      ...(flag !== '' && { flag }),
      ...(q.trim() !== '' && { q: q.trim() }),
    };
    if (saved.some((one) => one.name === made.name)) return void say(t('There is one with that name.'));
    if (await keep([...saved, made])) onClose();
  };
  return (
    <Dialog title={t('My splits')} onClose={onClose}>
      {saved.map((one) => (
        <div key={one.name} class="row-of">
          <b class="grow" translate={false}>
            {one.name}
          </b>
          <button
            type="button"
            class="button small"
            aria-label={`${t('Remove')} ${one.name}`}
            onClick={() => void keep(saved.filter((other) => other !== one))}
          >
            {t('Remove')}
          </button>
        </div>
      ))}
      {saved.length < MOST && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Field label={t('Name')} required maxLength={40} value={name} onInput={setName} />
          <Pick
            label={t('Kind')}
            words="theirs"
            value={kind}
            options={Object.keys(counts.value?.by_kind ?? {}).map((one) => [one, one])}
            onPick={setKind}
          />
          <Pick label={t('Asked by')} words="theirs" value={created_by} options={[...agents]} onPick={setAgent} />
          <Pick
            label={t('Warning')}
            value={flag}
            options={FLAGS.map((one) => [one, t(FLAG_WORDS[one])])}
            onPick={setFlag}
          />
          <Field label={t('Text')} maxLength={200} value={q} onInput={setQ} />
          <div class="row-of end">
            <button type="button" class="button" onClick={onClose}>
              {t('Cancel')}
            </button>
            <button type="submit" class="button main">
              {t('Save the split')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  /** Whose words they are. */
  readonly words?: 'theirs';
  readonly onPick: (value: string) => void;
}

function Pick({ label, value, options, words, onPick }: PickProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select class="narrow" value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        <option value="">{t('any')}</option>
        {options.map(([option, says]) => (
          <option key={option} value={option} translate={words !== 'theirs'}>
            {says}
          </option>
        ))}
      </select>
    </label>
  );
}
