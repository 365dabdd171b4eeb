// Channels: where people and programs are told what happens, whether it works, and why not.

import type { Channel } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { CopyButton } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { withFresh } from '../people/fresh.tsx';
import { wordsFor } from '../problem-words.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import './channels.css';
import { errorWords, sendsWords, TYPES, targetOf } from './words.ts';

export function ChannelsPage() {
  const channels = useLoaded(() => api.listChannels());
  const reviewers = useLoaded(() => api.listReviewers());
  const [writing, setWriting] = useState<Channel | 'new'>();
  const [removing, setRemoving] = useState<Channel>();
  const items = channels.value?.items ?? [];
  const turn = async ({ id, enabled }: Channel) => {
    await withFresh(() => api.updateChannel(id, { enabled: !enabled }));
    channels.reload();
  };
  return (
    <Page
      title={t('Channels')}
      needs="admin"
      wrong={channels.wrong}
      aside={
        <button type="button" class="button main" onClick={() => setWriting('new')}>
          {t('New channel')}
        </button>
      }
    >
      {channels.value && items.length === 0 && (
        <p class="soft">
          {t(
            'No channels: what waits is seen in the inbox, and in browsers that asked to be notified. A channel tells Slack, Discord, Telegram, ntfy, a mailbox or a program of yours.',
          )}
        </p>
      )}
      <ul class="channels">
        {items.map((channel) => (
          <li key={channel.id} class={`card ${channel.enabled ? '' : 'off'}`}>
            <ChannelCard channel={channel} />
            <div class="row-of">
              <TestButton channel={channel} onTested={channels.reload} />
              <button type="button" class="button small" onClick={() => void turn(channel)}>
                {channel.enabled ? t('Turn off') : t('Turn on')}
              </button>
              <button type="button" class="button small" onClick={() => setWriting(channel)}>
                {t('Change')}
              </button>
              <button type="button" class="button small stop" onClick={() => setRemoving(channel)}>
                {t('Remove')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {writing && (
        <ChannelDialog
          channel={writing === 'new' ? undefined : writing}
          reviewers={reviewers.value?.items ?? []}
          onClose={() => setWriting(undefined)}
          onSaved={() => {
            setWriting(undefined);
            channels.reload();
          }}
        />
      )}
      {removing && (
        <Confirm
          title={t('Remove “{name}”?', { name: removing.name })}
          yes={t('Remove')}
          onClose={() => setRemoving(undefined)}
          onYes={async () => {
            await withFresh(() => api.deleteChannel(removing.id));
            channels.reload();
          }}
        >
          <p>{t('What waits for it is not sent, and the buttons under its messages decide nothing any more.')}</p>
        </Confirm>
      )}
    </Page>
  );
}

function ChannelCard({ channel }: { readonly channel: Channel }) {
  const { name, type, enabled, interactions_url } = channel;
  return (
    <div class="grow">
      <h2>
        {name} <span class="chip">{t(TYPES[type])}</span> {!enabled && <span class="chip">{t('off')}</span>}
      </h2>
      <p>
        {targetOf(channel)} · {sendsWords(channel)}
      </p>
      {interactions_url !== undefined && type !== 'telegram' && (
        <p class="small">
          {t('Interactions address for the platform:')} <code class="address">{interactions_url}</code>{' '}
          <CopyButton text={interactions_url} />
        </p>
      )}
      <Health channel={channel} />
    </div>
  );
}

interface TestProps {
  readonly channel: Channel;
  readonly onTested: () => void;
}

function TestButton({ channel: { id, name }, onTested }: TestProps) {
  const [testing, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    try {
      const { ok, error } = await api.testChannel(id);
      say(
        ok
          ? t('{name} took the test message', { name })
          : t('{name} did not take it: {error}', { name, error: errorWords(error) }),
      );
    } catch (error) {
      say(wordsFor(error));
    }
    setTesting(false);
    onTested();
  };
  return (
    <button type="button" class="button small" disabled={testing} onClick={() => void test()}>
      {testing ? t('Sending…') : t('Send a test')}
    </button>
  );
}

/** How it fares: what failed last, or when it last worked. */
function Health({ channel }: { readonly channel: Channel }) {
  const { disabled_at, last_error, fail_count, last_fired_at } = channel;
  if (disabled_at !== undefined)
    return (
      <p class="notice stop">
        {t('It was turned off {ago}: {error}. Mend it, then turn it on.', {
          ago: ago(now.value - disabled_at),
          error: errorWords(last_error),
        })}
      </p>
    );
  if (last_error !== undefined)
    return (
      <p class="notice warn">
        {t('Last attempt failed: {error}', { error: errorWords(last_error) })}
        {fail_count > 1 && ` (${t('{count} in a row', { count: fail_count })})`}
      </p>
    );
  return (
    <p class="small soft">
      {last_fired_at === undefined
        ? t('Nothing sent yet')
        : t('Last sent {ago}', { ago: ago(now.value - last_fired_at) })}
    </p>
  );
}
