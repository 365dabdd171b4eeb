// The machine payload: always named, by size and digest; opened by one key, as the source text that was stored.

import type { InboxAction } from '@countersign/contract';
import { Lines } from '../content/lines.tsx';
import { number, t } from '../i18n/translate.ts';
import { Key } from '../keyboard/key.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';

interface Props {
  readonly action: InboxAction;
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function Payload({ action, open, onToggle }: Props) {
  const wanted = open && action.payload_bytes !== undefined && action.reveal_payload;
  const read = useLoaded(async () => (wanted ? readPayload(action.id) : undefined), [wanted, action.id]);
  const text = wanted ? read.value : undefined;
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
            {open ? t('Hide') : t('Show')} <Key of="payload" />
          </button>
        ) : (
          <span>{t('hidden by the project’s setting')}</span>
        )}
      </header>
      {wanted && <Fetched of={read} />}
      {text !== undefined && (
        <div class="inside" translate={false}>
          <Lines text={text} onShown={() => undefined} />
        </div>
      )}
    </section>
  );
}

/** The source text, which the client would read as JSON. */
async function readPayload(id: string): Promise<string> {
  const answer = await fetch(`/v1/inbox/${encodeURIComponent(id)}/payload`);
  if (!answer.ok) throw new Error(t('It could not be loaded.'));
  return answer.text();
}
