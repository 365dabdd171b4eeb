// Connecting the first agent: a key, what to paste, and a line that turns green when the agent has asked for something.

import type { KeyCreated } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { now } from '../clock.ts';
import { rich, t } from '../i18n/translate.ts';
import { onLive } from '../live/connection.ts';
import { Form } from '../parts/form.tsx';
import { CopyButton } from '../parts/secret-once.tsx';
import { withFresh } from '../people/fresh.tsx';
import { session } from '../session.ts';
import { demoIds } from './demo.ts';
import { firstAsked } from './first-asked.ts';
import { removeDemo } from './run-demo.ts';
import { SNIPPETS, type SnippetName, snippet } from './snippets.ts';

const NAME = 'my-agent';

export function ConnectAgent() {
  const [key, setKey] = useState<KeyCreated>();
  const [shown, setShown] = useState<SnippetName>('MCP');
  const make = async () => setKey(await withFresh(() => api.createKey({ name: NAME, scopes: ['actions'] })));
  useEffect(() => void makeUnasked(setKey), []);
  useEffect(
    () =>
      onLive(({ type, data }) => {
        const by = data.created_by as { readonly id?: unknown } | undefined;
        if (type === 'action.created' && key !== undefined && by?.id === key.id) firstAsked.value = String(data.id);
      }),
    [key],
  );
  const secret = key?.key ?? 'csk_…';
  const text = snippet(shown, location.origin, secret);
  return (
    <section class="card connect" aria-labelledby="connect">
      <h2 id="connect">{t('Connect your agent')}</h2>
      {key ? (
        <p class="soft">
          {rich('The key {name} is filled in below. It is shown only now; it may ask and report.', {
            name: <b>{key.name}</b>,
          })}
        </p>
      ) : (
        <Form onSend={make}>
          <div class="row-of">
            <button type="submit" class="button main">
              {t('Make a key')}
            </button>
            <span class="soft">{t('It is filled in below.')}</span>
          </div>
        </Form>
      )}
      <div class="splits" role="tablist" aria-label={t('Ways to connect')}>
        {SNIPPETS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={shown === name}
            aria-controls="snippet"
            onClick={() => setShown(name)}
          >
            <span translate={false}>{name}</span>
          </button>
        ))}
      </div>
      <pre id="snippet" class="secret" role="tabpanel">
        {text}
      </pre>
      <div class="row-of">
        <CopyButton text={text} />
        {(key || firstAsked.value) && (
          <span class={`state grow ${firstAsked.value ? 'live' : 'reconnecting'}`} role="status">
            {firstAsked.value
              ? t('Connected: your agent has asked for the first time.')
              : t('Waiting for the first action …')}
          </span>
        )}
        {firstAsked.value && (
          <a class="button main small" href={`/a/${firstAsked.value}`}>
            {t('Look at it')}
          </a>
        )}
      </div>
      {demoIds.value.length > 0 && (
        <button type="button" class="link-button start" onClick={() => void removeDemo()}>
          {t('Remove the demo')}
        </button>
      )}
    </section>
  );
}

/** At the end of the tour, while the sign-in is fresh, the first key is made without a question; never a second one. */
async function makeUnasked(take: (key: KeyCreated) => void): Promise<void> {
  if (demoIds.value.length === 0 || (session.value?.fresh_until ?? 0) <= now.value) return;
  const { items } = await api.listKeys();
  if (items.some(({ name }) => name === NAME)) return;
  take(await api.createKey({ name: NAME, scopes: ['actions'] }));
}
