// The project's data: how long it is kept, everything of it as a file, and the end of it.

import type { Project } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { say } from '../parts/toasts.tsx';
import { withFresh } from '../people/fresh.tsx';
import { EraseCard } from './erase-card.tsx';
import { ExportCard } from './export-card.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

export function DataPage() {
  const project = useLoaded(() => api.getProject());
  return (
    <Page title={t('Data')} heading={t('Settings')} needs="admin">
      <SettingsTabs />
      <Fetched of={project} />
      {project.value && (
        <>
          <Retention project={project.value} onChanged={project.reload} />
          <ExportCard name={project.value.name} />
          <EraseCard name={project.value.name} />
        </>
      )}
    </Page>
  );
}

const CHOICES = [30, 90, 180, 365, 730] as const;

function Retention({ project, onChanged }: { readonly project: Project; readonly onChanged: () => void }) {
  const days = project.settings.retention_days;
  const [asked, setAsked] = useState(days);
  const choices: readonly number[] =
    days === undefined || CHOICES.some((one) => one === days) ? CHOICES : [days, ...CHOICES];
  const save = async () => {
    if (await withFresh(() => api.updateProject({ settings: { retention_days: asked ?? null } }))) {
      say(asked === undefined ? t('Kept for ever now') : t('Deleted {days} days after they end', { days: asked }));
      onChanged();
    }
  };
  return (
    <section class="card" aria-labelledby="retention">
      <h2 id="retention">{t('How long it is kept')}</h2>
      <label class="row-of">
        <span>{t('Finished actions are kept')}</span>
        <select
          class="narrow"
          value={asked ?? ''}
          onChange={({ currentTarget }) => setAsked(Number(currentTarget.value) || undefined)}
        >
          <option value="">{t('for ever')}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {t('{days} days', { days: one })}
            </option>
          ))}
        </select>
      </label>
      <p class="small soft">
        {t(
          'After that an action goes for good, with its decision, its deliveries and the words in its audit rows. What waits for a decision always stays.',
        )}
      </p>
      <div class="row-of">
        <button type="button" class="button main" disabled={asked === days} onClick={() => void save()}>
          {t('Save')}
        </button>
      </div>
    </section>
  );
}
