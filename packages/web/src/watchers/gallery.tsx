// Presets: sites that are known, by category. One asks for a word or two, and the form is filled in.

import type { WatcherCreate, WatcherPreset } from '@countersign/contract';
import { CountersignProblem } from '@countersign/sdk';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t, tIssue, tServer } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { KINDS } from './words.ts';

interface Props {
  readonly presets: readonly WatcherPreset[];
  readonly onDraft: (draft: WatcherCreate) => void;
}

export function Gallery({ presets, onDraft }: Props) {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<WatcherPreset>();
  const wanted = q.trim().toLowerCase();
  const shown = presets.filter(({ title, description }) =>
    `${title} ${tServer(title)} ${tServer(description)}`.toLowerCase().includes(wanted),
  );
  const groups = [...Map.groupBy(shown, ({ category }) => category)];
  const choose = (preset: WatcherPreset) => {
    if (preset.params.length > 0) return setChosen(preset);
    void api.draftFromPreset({ preset_id: preset.id }).then(onDraft, (error) => say(wordsFor(error)));
  };
  return (
    <div class="stack">
      <input
        type="search"
        aria-label={t('Search the presets')}
        placeholder={t('Search {count} presets: releases, Reddit, prices …', { count: presets.length })}
        value={q}
        onInput={({ currentTarget }) => setQ(currentTarget.value)}
      />
      {groups.length === 0 && <p class="soft">{t('No preset matches. Fill in the form yourself below.')}</p>}
      <div class="shelf">
        {groups.map(([category, some]) => (
          <section class="stack tight" key={category} aria-label={tServer(category)}>
            <h3 class="soft">{tServer(category)}</h3>
            <div class="gallery">
              {some.map((preset) => (
                <button type="button" class="preset" key={preset.id} onClick={() => choose(preset)}>
                  <b>{tServer(preset.title)}</b>
                  <span class="small soft">{tServer(preset.description)}</span>
                  <span class="chip">{t(KINDS[preset.kind])}</span>
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
      {chosen && <PresetParams preset={chosen} onClose={() => setChosen(undefined)} onDraft={onDraft} />}
    </div>
  );
}

interface ParamsProps {
  readonly preset: WatcherPreset;
  readonly onClose: () => void;
  readonly onDraft: (draft: WatcherCreate) => void;
}

function PresetParams({ preset, onClose, onDraft }: ParamsProps) {
  const [params, setParams] = useState<Readonly<Record<string, string>>>({});
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map());
  const [wrong, setWrong] = useState<string>();
  return (
    <Dialog title={tServer(preset.title)} onClose={onClose}>
      <p class="soft">{tServer(preset.description)}</p>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          try {
            onDraft(await api.draftFromPreset({ preset_id: preset.id, params }));
          } catch (error) {
            const found = error instanceof CountersignProblem ? error.issues : [];
            setIssues(
              new Map(
                found.map(({ path, message }) => [
                  path.replace('params.', ''),
                  tIssue(path, message)?.words ?? message,
                ]),
              ),
            );
            setWrong(found.length === 0 ? wordsFor(error) : undefined);
          }
        }}
      >
        {preset.params.map(({ name, required, description, example }) => (
          <Field
            key={name}
            label={`${name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())}${required ? '' : ` (${t('optional')})`}`}
            hint={tServer(description)}
            placeholder={example}
            required={required}
            wrong={issues.get(name)}
            value={params[name] ?? ''}
            onInput={(value) => setParams({ ...params, [name]: value })}
          />
        ))}
        {wrong && (
          <p class="notice stop" role="alert">
            <span class="grow">{wrong}</span>
          </p>
        )}
        <button type="submit" class="button main">
          {t('Fill in the form')}
        </button>
      </form>
    </Dialog>
  );
}
