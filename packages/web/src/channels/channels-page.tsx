// Channels: where people and programs are told what happens, whether it works, and why not.

import type { Channel } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { useLoaded } from '../parts/loaded.ts';
import { CopyButton } from '../parts/secret-once.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { SwitchList } from '../settings/switch-list.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import './channels.css';
import { errorWords, sendsWords, TYPES, targetOf } from './words.ts';

export function ChannelsPage() {
  const channels = useLoaded(() => api.listChannels());
  const reviewers = useLoaded(() => api.listReviewers());
  return (
    <SwitchList<Channel>
      title={t('Channels')}
      add={t('New channel')}
      none={t(
        'No channels: what waits is seen in the inbox, and in browsers that asked to be notified. A channel tells Slack, Discord, Telegram, ntfy, a mailbox or a program of yours.',
      )}
      loaded={channels}
      mark={({ type }) => <span class="chip">{t(TYPES[type])}</span>}
      about={(channel) => <About channel={channel} />}
      more={(channel) => <TestButton channel={channel} onTested={channels.reload} />}
      onTurn={(id, enabled) => api.updateChannel(id, { enabled })}
      onRemove={(id) => api.deleteChannel(id)}
      removing={t('What waits for it is not sent, and the buttons under its messages decide nothing any more.')}
      form={(channel, end) => <ChannelDialog channel={channel} reviewers={reviewers.value?.items ?? []} {...end} />}
    />
  );
}

function About({ channel }: { readonly channel: Channel }) {
  const { type, interactions_url } = channel;
  return (
    <>
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
    </>
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
