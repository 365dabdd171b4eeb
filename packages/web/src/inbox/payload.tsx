// The machine payload: always named, by size and digest; opened by one key, as the source text that was stored.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { number, t } from '../i18n/translate.ts';
import { Key } from '../keyboard/key.tsx';
import { later } from '../parts/later.tsx';
import { drafts } from './draft.ts';

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
          {!isShown
            ? t('Payload {size}, hidden', { size })
            : isEdited(action)
              ? t('Payload {size}, as the agent sent it, before the edits', { size })
              : t('Payload {size}, as the agent sent it', { size })}
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

/** What was edited stands in the changes, not here. */
function isEdited({ id, decision }: InboxAction): boolean {
  const paths = decision?.edited_fields ?? Object.keys(drafts.value.get(id)?.edited ?? {});
  return paths.some((path) => /^payload\b/.test(path));
}
