// The machine payload: always named, by size and digest; opened by one key, as the source text that was stored.

import type { InboxAction } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { Lines } from '../content/lines.tsx';
import { number, t } from '../i18n/translate.ts';
import { wordsFor } from '../problem-words.ts';

interface Props {
  readonly action: InboxAction;
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function Payload({ action, open, onToggle }: Props) {
  const [text, setText] = useState<string>();
  const wanted = open && action.payload_bytes !== undefined && action.reveal_payload;
  useEffect(() => {
    if (!wanted) return setText(undefined);
    fetch(`/v1/inbox/${encodeURIComponent(action.id)}/payload`)
      .then(async (answer) => setText(answer.ok ? await answer.text() : t('It could not be loaded.')))
      .catch((error) => setText(wordsFor(error)));
  }, [wanted, action.id]);
  if (action.payload_bytes === undefined) return null;
  const size =
    action.payload_bytes < 1024
      ? t('{count} bytes', { count: action.payload_bytes })
      : t('{count} KB', { count: number(Math.round(action.payload_bytes / 102.4) / 10) });
  return (
    <section class="written" aria-label={t('Machine payload')}>
      <header>
        <span>
          {text === undefined
            ? t('Payload {size}, hidden', { size })
            : t('Payload {size}, as the agent will get it back', { size })}
          {action.payload_sha256 && <code> · SHA-256 {action.payload_sha256.slice(0, 16)}…</code>}
        </span>
        {action.reveal_payload ? (
          <button type="button" class="link-button" aria-expanded={open} onClick={onToggle}>
            {open ? t('Hide') : t('Show')} <kbd>P</kbd>
          </button>
        ) : (
          <span>{t('hidden by the project’s setting')}</span>
        )}
      </header>
      {text !== undefined && (
        <div class="inside" translate={false}>
          <Lines text={text} onShown={() => undefined} />
        </div>
      )}
    </section>
  );
}
