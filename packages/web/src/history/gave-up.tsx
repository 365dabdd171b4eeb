// How many webhooks gave up, and one button that sends them all once more.

import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { number, t, tn } from '../i18n/translate.ts';
import { onLive } from '../live/connection.ts';
import { type Loaded, useLoaded } from '../parts/loaded.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { may } from '../session.ts';

const MOST = 100;
const GATHER_MS = 300;

type Found = Loaded<Awaited<ReturnType<typeof api.listHistory>>>;

export function useGaveUp(): Found {
  const found = useLoaded(() => api.listHistory({ delivery: 'dlq', limit: MOST }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onLive(({ type }) => {
      if (type !== 'delivery.updated' && type !== 'reset') return;
      clearTimeout(timer);
      timer = setTimeout(found.reload, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  return found;
}

/** As it stands on a tab: nothing of none, and `100+`. */
export function gaveUpCount({ value }: Found): string {
  const count = value?.items.length ?? 0;
  return count === 0 ? '' : number(count) + (value?.has_more ? '+' : '');
}

export function GaveUp({ found, onShow }: { readonly found: Found; readonly onShow: () => void }) {
  const count = found.value?.items.length ?? 0;
  if (count === 0) return null;
  const resendAll = async () => {
    try {
      const { queued } = await api.redeliverAll({ status: 'dlq', limit: MOST });
      say(
        queued === 0
          ? t('All were tried within the last minute: wait a little')
          : t('{count} sent once more', { count: queued }),
      );
      found.reload();
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return (
    <p class="notice warn middle" role="status">
      <span class="grow">
        {found.value?.has_more
          ? t('More than {count} deliveries gave up. The agents can still poll.', { count })
          : tn(
              count,
              '{count} delivery gave up. The agents can still poll.',
              '{count} deliveries gave up. The agents can still poll.',
            )}
      </span>
      <button type="button" class="button small" onClick={onShow}>
        {t('Show')}
      </button>
      {may('admin') && (
        <button type="button" class="button small" onClick={() => void resendAll()}>
          {count === 1 ? t('Resend it') : found.value?.has_more ? t('Resend all') : t('Resend all {count}', { count })}
        </button>
      )}
    </p>
  );
}
