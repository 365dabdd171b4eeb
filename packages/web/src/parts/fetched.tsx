// What stands in the place of content that is not there: that it is being fetched, or why it could not be and a way to try
// again.

import { t } from '../i18n/translate.ts';
import type { Loaded } from './loaded.ts';
import { Waiting } from './waiting.tsx';

export function Fetched({ of: { value, wrong, busy, reload } }: { readonly of: Loaded<unknown> }) {
  if (wrong !== undefined) return <Failed wrong={wrong} busy={busy} onRetry={reload} />;
  return value === undefined ? <Waiting /> : null;
}

interface FailedProps {
  readonly wrong: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

export function Failed({ wrong, busy = false, onRetry }: FailedProps) {
  return (
    <p class="notice stop middle" role="alert">
      <span class="grow">{wrong}</span>
      <button type="button" class="button small" aria-busy={busy} onClick={onRetry}>
        {busy ? t('Loading …') : t('Try again')}
      </button>
    </p>
  );
}
