// The machine payload: always named, by size and digest; opened by one key, as the source text that was stored.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { number, t } from '../i18n/translate.ts';
import { Key } from '../keyboard/key.tsx';
import { later } from '../parts/later.tsx';

const PayloadText = later(() => import('./payload-text.tsx').then((part) => part.PayloadText));

interface Props {
  readonly action: InboxAction;
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function Payload({ action, open, onToggle }: Props) {
  const [isShown, setShown] = useState(false);
  if (action.payload_bytes === undefined) return null;
  const size =
    action.payload_bytes < 1024
      ? t('{count} bytes', { count: action.payload_bytes })
      : t('{count} KB', { count: number(Math.round(action.payload_bytes / 102.4) / 10) });
  return (
    <section class="written" aria-label={t('Machine payload')}>
      <header>
        <span>
          {isShown
            ? t('Payload {size}, as the agent will get it back', { size })
            : t('Payload {size}, hidden', { size })}
          {action.payload_sha256 && <code> · SHA-256 {action.payload_sha256.slice(0, 16)}…</code>}
        </span>
        {action.reveal_payload ? (
          <button type="button" class="link-button" aria-expanded={open} onClick={onToggle}>
            {open ? t('Hide') : t('Show')} <Key of="payload" />
          </button>
        ) : (
          <span>{t('hidden by the project’s setting')}</span>
        )}
      </header>
      {open && action.reveal_payload && <PayloadText id={action.id} onShown={setShown} />}
    </section>
  );
}
