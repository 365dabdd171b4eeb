// The project: its name and zone, who may decide, what reviewers may open, the webhook secret.

import type { Project, ProjectUpdate } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { fullTime } from '../dates.ts';
import { demoIds } from '../first-run/demo.ts';
import { removeDemo } from '../first-run/run-demo.ts';
import { rich, t } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { Field } from '../parts/field.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { withFresh } from '../people/fresh.tsx';
import { loadSession } from '../session.ts';
import { SettingsTabs } from './settings-tabs.tsx';

const DECIDERS = [
  ['people', 'Only people', 'API keys can ask and report, but not approve or reject.'],
  ['not_creator', 'Anyone but the creator', 'Whoever asked may not decide it, key or person.'],
  ['anyone', 'Anyone', 'A key with the scope actions may approve, even what it asked itself.'],
] as const;

export function ProjectPage() {
  const project = useLoaded(() => api.getProject());
  return (
    <Page title={t('Settings')} needs="admin">
      <SettingsTabs />
      <Fetched of={project} />
      {project.value && <Settings key={project.value.id} project={project.value} onChanged={project.reload} />}
    </Page>
  );
}

function Settings({ project, onChanged }: { readonly project: Project; readonly onChanged: () => void }) {
  const [name, setName] = useState(project.name);
  const [timezone, setTimezone] = useState(project.timezone);
  const change = async (update: ProjectUpdate, said: string) => {
    const saved = await withFresh(() => api.updateProject(update));
    onChanged(); // also of what was not: the choice that was made is on the page, and does not hold
    if (!saved) return;
    say(said);
    if (update.timezone !== undefined) void loadSession().catch(() => undefined); // else with the next page
  };
  return (
    <>
      <section class="card" aria-labelledby="about-project">
        <h2 id="about-project">{t('Project')}</h2>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void change({ name, timezone }, t('Saved'));
          }}
        >
          <Field label={t('Name')} value={name} maxLength={200} required onInput={setName} />
          <Field
            label={t('Time zone')}
            hint={t('An IANA name, such as Europe/Prague')}
            value={timezone}
            required
            onInput={setTimezone}
          />
          <div class="row-of">
            <button class="button main" type="submit" disabled={name === project.name && timezone === project.timezone}>
              {t('Save')}
            </button>
            <span class="small soft">
              <code>{project.id}</code> · {t('made {time}', { time: fullTime(project.created_at) })}
            </span>
          </div>
        </form>
      </section>
      <section class="card" aria-labelledby="who-decides">
        <h2 id="who-decides">{t('Who may decide')}</h2>
        {DECIDERS.map(([value, title, says]) => (
          <label class="check" key={value}>
            <input
              type="radio"
              name="deciders"
              checked={project.settings.deciders === value}
              onChange={() =>
                void change({ settings: { deciders: value } }, t('{who} may decide now', { who: t(title) }))
              }
            />
            <span>
              <b>{t(title)}</b>. {t(says)}
            </span>
          </label>
        ))}
      </section>
      <section class="card" aria-labelledby="payloads">
        <h2 id="payloads">{t('Payloads')}</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={project.settings.reveal_payload}
            onChange={({ currentTarget }) =>
              void change({ settings: { reveal_payload: currentTarget.checked } }, t('Saved'))
            }
          />
          <span>{t('Reviewers may open the machine payload. Its size and digest are always shown.')}</span>
        </label>
      </section>
      <MustRead project={project} change={change} />
      <WebhookSecret project={project} onChanged={onChanged} />
      <Demo />
    </>
  );
}

interface MustReadProps {
  readonly project: Project;
  readonly change: (update: ProjectUpdate, said: string) => Promise<void>;
}

function MustRead({ project, change }: MustReadProps) {
  const saved = project.settings.must_read_kinds.join(' ');
  const [kinds, setKinds] = useState(saved);
  return (
    <section class="card" aria-labelledby="must-read">
      <h2 id="must-read">{t('Must be read')}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void change(
            { settings: { must_read_kinds: kinds.split(/[\s,]+/).filter((kind) => kind !== '') } },
            t('Saved'),
          );
        }}
      >
        <Field
          label={t('Kinds')}
          hint={t(
            'Such as payment.* db.migrate. They can be approved only after their end was on the screen; there is no way round it.',
          )}
          value={kinds}
          onInput={setKinds}
        />
        <div class="row-of">
          <button class="button" type="submit" disabled={kinds.trim() === saved}>
            {t('Save')}
          </button>
        </div>
      </form>
    </section>
  );
}

function Demo() {
  if (demoIds.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="demo">
      <h2 id="demo">{t('Demo')}</h2>
      <p class="soft">{t('A demo agent and {count} actions of its own.', { count: demoIds.value.length })}</p>
      <div class="row-of">
        <button type="button" class="button stop" onClick={() => void removeDemo()}>
          {t('Remove the demo')}
        </button>
      </div>
    </section>
  );
}

function WebhookSecret({ project, onChanged }: { readonly project: Project; readonly onChanged: () => void }) {
  const [shown, setShown] = useState<string>();
  const [asking, setAsking] = useState(false);
  return (
    <section class="card" aria-labelledby="secret">
      <h2 id="secret">{t('Webhook secret')}</h2>
      <p class="soft">{t('Receivers check with it that a webhook comes from here.')}</p>
      {shown === undefined ? (
        <code class="secret">{(project.webhook_secret ?? '').slice(0, 4)}••••••••</code>
      ) : (
        <SecretOnce text={shown} says={t('The secret:')} />
      )}
      <div class="row-of">
        <button
          type="button"
          class="button"
          onClick={async () => setShown((await withFresh(() => api.getProject()))?.webhook_secret)}
        >
          {t('Reveal')}
        </button>
        <button type="button" class="button stop" onClick={() => setAsking(true)}>
          {t('Rotate…')}
        </button>
      </div>
      {asking && (
        <Confirm
          title={t('Rotate the webhook secret?')}
          yes={t('Rotate')}
          onClose={() => setAsking(false)}
          onYes={async () => {
            const rotated = await withFresh(() => api.rotateWebhookSecret());
            if (rotated) setShown(rotated.webhook_secret);
            onChanged();
          }}
        >
          <p>
            {rich('{old} uses the new secret at once; {both} carries both for 24 hours.', {
              old: <code>X-Service-Signature</code>,
              both: <code>webhook-signature</code>,
            })}
          </p>
        </Confirm>
      )}
    </section>
  );
}
