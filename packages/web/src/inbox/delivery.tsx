// Where the answer went: the webhook's state, and sending it once more.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { errorWords } from '../channels/words.ts';
import { leftIn, now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { may } from '../session.ts';

type Sent = NonNullable<InboxAction['webhook_delivery']>;

export const CHIP: Readonly<Record<Sent['status'], string>> = {
  pending: '',
  delivered: 'go',
  retry: 'warn',
  dlq: 'stop',
  gone: '',
};

const STATUS = {
  pending: 'pending',
  delivered: 'delivered',
  retry: 'retry',
  dlq: 'gave up',
  gone: 'gone',
} as const;

/** The attempt is made at once and takes as long as the receiver does. */
const LOOK_AGAIN_MS = [400, 1500, 5000, 16_000];

interface Props {
  readonly action: Pick<InboxAction, 'id' | 'status'> & { readonly webhook_delivery?: Sent | null };
  readonly onResent: () => void;
}

export function Delivery({ action, onResent }: Props) {
  const sent = action.webhook_delivery;
  const [address, setAddress] = useState<string>();
  if (action.status === 'pending') return null;
  if (!sent) return <p class="small soft">{t('No callback. The agent polls.')}</p>;
  const resend = async (callback_url?: string) => {
    try {
      await api.redeliverAction(action.id, callback_url === undefined ? {} : { callback_url });
      say(t('Sent once more'));
      for (const ms of LOOK_AGAIN_MS) setTimeout(onResent, ms);
      setAddress(undefined);
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return (
    <div class="row-of small">
      <span class={`chip ${CHIP[sent.status]}`} title={sent.status}>
        {t(STATUS[sent.status])}
      </span>
      <span>{wordsOf(sent)}</span>
      {may('reviewer') && sent.status !== 'pending' && sent.status !== 'gone' && (
        <button type="button" class="link-button" onClick={() => void resend()}>
          {t('Resend')}
        </button>
      )}
      {may('reviewer') && sent.status === 'gone' && address === undefined && (
        <button type="button" class="link-button" onClick={() => setAddress('')}>
          {t('Resend to a new address…')}
        </button>
      )}
      {address !== undefined && (
        <form
          class="row-of"
          onSubmit={(event) => {
            event.preventDefault();
            void resend(address);
          }}
        >
          <input
            type="url"
            required
            aria-label={t('New callback address')}
            placeholder="https://"
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <button type="submit" class="button small">
            {t('Resend')}
          </button>
        </form>
      )}
    </div>
  );
}

function wordsOf(sent: Sent): string {
  const answer = sent.last_status_code ?? (sent.last_error && errorWords(sent.last_error));
  switch (sent.status) {
    case 'pending':
      return t('Being sent');
    case 'delivered':
      return t('Delivered, {answer}, attempt {attempt}', { answer: answer ?? '–', attempt: sent.attempt });
    case 'retry': {
      const facts = { attempt: sent.attempt, most: sent.max_attempts, answer: answer ?? t('none') };
      if (sent.next_attempt_at === undefined || sent.next_attempt_at <= now.value)
        return t('Retry, attempt {attempt} of {most}. Last answer: {answer}', facts);
      const next = leftIn(sent.next_attempt_at - now.value);
      return t('Retry, attempt {attempt} of {most}, next in {next}. Last answer: {answer}', { ...facts, next });
    }
    case 'dlq':
      return t('Gave up after {attempt} attempts. The agent can still poll.', { attempt: sent.attempt });
    case 'gone':
      return t('The receiver answered 410, so the callback was removed.');
  }
}
