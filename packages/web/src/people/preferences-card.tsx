// How the inbox behaves for me: name, language, theme, density, the time to undo.

import type { Me, MeUpdate } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { forgetLanguage, LANGUAGES } from '../i18n/languages.ts';
import { speak } from '../i18n/locale.ts';
import { rich, t } from '../i18n/translate.ts';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toasts.tsx';
import { session, takeMe } from '../session.ts';
import { withFresh } from './fresh.tsx';

export function PreferencesCard({ mine }: { readonly mine: Me }) {
  const [name, setName] = useState(mine.name);
  const [email, setEmail] = useState(mine.email ?? '');
  const [, setTries] = useState(0);
  const save = async (update: MeUpdate) => {
    const saved = await withFresh(() => api.updateMe(update));
    setTries((n) => n + 1); // what was chosen and not saved is not to stay on the page
    if (!saved) return;
    takeMe(saved);
    say(t('Saved'));
  };
  return (
    <section class="card" aria-labelledby="preferences">
      <h2 id="preferences">{t('Preferences')}</h2>
      <form
        class="row-of low"
        onSubmit={(event) => {
          event.preventDefault();
          void save({ name });
        }}
      >
        <Field label={t('Name')} value={name} required maxLength={100} onInput={setName} />
        <button class="button" type="submit" disabled={name === mine.name}>
          {t('Save')}
        </button>
      </form>
      <form
        class="row-of low"
        onSubmit={(event) => {
          event.preventDefault();
          void save({ email: email.trim() === '' ? null : email.trim() });
        }}
      >
        <Field label={t('E-mail')} type="email" autocomplete="email" value={email} maxLength={254} onInput={setEmail} />
        <button class="button" type="submit" disabled={email === (mine.email ?? '')}>
          {t('Save')}
        </button>
      </form>
      <p class="small soft">
        {session.value?.features.smtp && `${t('Sign-in links can be mailed to it')} · `}
        {rich('Role {role} · login {login}', { role: t(mine.role), login: <code>{mine.login}</code> })}
      </p>
      <Choice
        label={t('Language')}
        value={mine.locale}
        options={['auto', ...Object.keys(LANGUAGES)]}
        says={(language) => LANGUAGES[language] ?? (language === 'auto' ? t('as the browser has it') : language)}
        onChoose={(locale) => {
          if (locale === 'auto') {
            forgetLanguage();
            void speak();
          }
          void save({ locale });
        }}
      />
      <Choice
        label={t('Theme')}
        value={mine.theme}
        options={['auto', 'light', 'dark']}
        says={t}
        onChoose={(theme) => void save({ theme })}
      />
      <Choice
        label={t('Density')}
        value={mine.density}
        options={['comfortable', 'compact']}
        says={t}
        onChoose={(density) => void save({ density })}
      />
      <Choice
        label={t('Decisions can be undone for')}
        value={String(mine.undo_s)}
        options={['0', '5', '10', '20', '30']}
        says={(seconds) => (seconds === '0' ? t('not at all') : t('{seconds} seconds', { seconds }))}
        onChoose={(seconds) => void save({ undo_s: Number(seconds) as Me['undo_s'] })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={mine.single_keys}
          onChange={({ currentTarget }) => void save({ single_keys: currentTarget.checked })}
        />
        <span>{t('Single letters are shortcuts (a approves, r rejects)')}</span>
      </label>
    </section>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly says?: (option: T) => string;
  readonly onChoose: (option: T) => void;
}

function Choice<T extends string>({ label, value, options, says = (option) => option, onChoose }: ChoiceProps<T>) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select class="narrow" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {says(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
