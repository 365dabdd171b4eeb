// Where the answer went: the webhook's state, and sending it once more.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { leftIn, now } from '../clock.ts';
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
  if (!sent) return <p class="small soft">No callback. The agent polls.</p>;
  const resend = async (callback_url?: string) => {
    try {
      await api.redeliverAction(action.id, callback_url === undefined ? {} : { callback_url });
      say('Sent once more');
      for (const ms of LOOK_AGAIN_MS) setTimeout(onResent, ms);
      setAddress(undefined);
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return (
    <div class="row-of small">
      <span class={`chip ${CHIP[sent.status]}`}>{sent.status}</span>
      <span>{wordsOf(sent)}</span>
      {may('reviewer') && sent.status !== 'pending' && sent.status !== 'gone' && (
        <button type="button" class="link-button" onClick={() => void resend()}>
          Resend
        </button>
      )}
      {may('reviewer') && sent.status === 'gone' && address === undefined && (
        <button type="button" class="link-button" onClick={() => setAddress('')}>
          Resend to a new address…
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
            aria-label="New callback address"
            placeholder="https://"
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <button type="submit" class="button small">
            Resend
          </button>
        </form>
      )}
    </div>
  );
}

function wordsOf(sent: Sent): string {
  const answer = sent.last_status_code ?? sent.last_error;
  switch (sent.status) {
    case 'pending':
      return 'Being sent';
    case 'delivered':
      return `Delivered${answer === undefined ? '' : `, ${answer}`}, attempt ${sent.attempt}`;
    case 'retry': {
      const next = sent.next_attempt_at === undefined ? '' : `, next in ${leftIn(sent.next_attempt_at - now.value)}`;
      return `Retry, attempt ${sent.attempt} of ${sent.max_attempts}${next}. Last answer: ${answer ?? 'none'}`;
    }
    case 'dlq':
      return `Gave up after ${sent.attempt} attempts. The agent can still poll.`;
    case 'gone':
      return 'The receiver answered 410, so the callback was removed.';
  }
}
