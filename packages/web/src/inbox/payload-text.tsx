// The machine payload, opened: the source text that was stored.

import { useEffect } from 'preact/hooks';
import { Lines } from '../content/lines.tsx';
import { t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';

interface Props {
  readonly id: string;
  /** Whether it is on the page. */
  readonly onShown: (isShown: boolean) => void;
}

export function PayloadText({ id, onShown }: Props) {
  const read = useLoaded(() => readPayload(id), [id]);
  const isThere = read.value !== undefined;
  useEffect(() => {
    onShown(isThere);
    return () => onShown(false);
  }, [isThere]);
  return (
    <>
      <Fetched of={read} />
      {read.value !== undefined && (
        <div class="inside" translate={false}>
          <Lines text={read.value} onShown={() => undefined} />
        </div>
      )}
    </>
  );
}

/** The source text, which the client would read as JSON. */
async function readPayload(id: string): Promise<string> {
  const answer = await fetch(`/v1/inbox/${encodeURIComponent(id)}/payload`);
  if (!answer.ok) throw new Error(t('It could not be loaded.'));
  return answer.text();
}
