// About this server: its version, whether it is well, where its data lies, how to back it up.

import type { About } from '@countersign/contract';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { fullTime } from '../dates.ts';
import { t } from '../i18n/translate.ts';
import { sizeOf } from '../parts/bytes.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { session } from '../session.ts';
import { SettingsTabs } from './settings-tabs.tsx';

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function AboutPage() {
  const about = useLoaded(() => api.getAbout());
  return (
    <Page title={t('About')} heading={t('Settings')} needs="admin">
      <SettingsTabs />
      <Health />
      <Fetched of={about} />
      {about.value && (
        <>
          <Server about={about.value} />
          <Backup engine={about.value.database.engine} />
        </>
      )}
    </Page>
  );
}

interface Wellness {
  readonly ready: boolean;
  readonly warnings: readonly string[];
}

async function readHealth(): Promise<Wellness> {
  const [health, ready] = await Promise.all([fetch('/healthz'), fetch('/readyz')]);
  const [, ...warnings] = (await health.text()).trim().split('\n');
  return { ready: ready.ok, warnings: health.ok ? warnings : [t('The server does not answer as it should.')] };
}

function Health() {
  const health = useLoaded(readHealth);
  return (
    <section class="card" aria-labelledby="health" aria-busy={!health.value && !health.wrong}>
      <div class="row-of">
        <h2 id="health" class="grow">
          {t('Health')}
        </h2>
        <button type="button" class="button small" onClick={health.reload}>
          {t('Look again')}
        </button>
      </div>
      <Fetched of={health} />
      {health.value && (
        <p class="row-of" role="status">
          {health.value.ready ? (
            <>
              <span class="chip go">{t('well')}</span> {t('It answers, and its database takes writes.')}
            </>
          ) : (
            <>
              <span class="chip stop">{t('not ready')}</span>{' '}
              {t('Its database does not take writes now. Nothing acknowledged is lost.')}
            </>
          )}
        </p>
      )}
      {health.value?.warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          <span class="grow">{warning}</span>
        </p>
      ))}
    </section>
  );
}

function Server({ about: { version, started_at, database } }: { readonly about: About }) {
  return (
    <section class="card" aria-labelledby="server">
      <h2 id="server">{t('Server')}</h2>
      <dl class="facts-list">
        <dt>{t('Version')}</dt>
        <dd>
          Countersign {version}
          {session.value && session.value.version !== version && (
            <span class="chip warn">{t('reload for the new page')}</span>
          )}
        </dd>
        <dt>{t('Started')}</dt>
        <dd class="digits" title={fullTime(started_at)}>
          {ago(Math.max(0, now.value - started_at))}
        </dd>
        <dt>{t('Database')}</dt>
        <dd>
          {ENGINES[database.engine]} {database.version}, {sizeOf(database.bytes)}
        </dd>
        <dt>{t('Address')}</dt>
        <dd>{location.origin}</dd>
      </dl>
      <p class="row-of">
        <a href="/docs" target="_blank" rel="noopener">
          {t('API documentation')}
        </a>
        <a href="/metrics" target="_blank" rel="noopener">
          {t('Metrics')}
        </a>
      </p>
    </section>
  );
}

function Backup({ engine }: { readonly engine: About['database']['engine'] }) {
  return (
    <section class="card" aria-labelledby="backup">
      <h2 id="backup">{t('Backup')}</h2>
      {engine === 'sqlite' ? (
        <>
          <p>{t('Run this on the server, while it runs. It makes one consistent file; keep it elsewhere.')}</p>
          <code class="secret">countersign admin backup countersign-backup.db</code>
          <p>{t('To put it back, stop the server and run:')}</p>
          <code class="secret">countersign admin restore countersign-backup.db</code>
        </>
      ) : (
        <>
          <p>{t('PostgreSQL has its own tools. A consistent copy, taken while the server runs:')}</p>
          <code class="secret">pg_dump --format=custom --file=countersign.dump "$DATABASE_URL"</code>
          <p>{t('Into an empty database:')}</p>
          <code class="secret">pg_restore --dbname="$DATABASE_URL" countersign.dump</code>
        </>
      )}
      <p class="small soft">
        {t(
          'A backup holds everything, secrets included: guard it like the server. After an erasure, erase older backups too.',
        )}
      </p>
    </section>
  );
}
