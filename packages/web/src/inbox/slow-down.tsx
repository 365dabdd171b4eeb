// Too many decisions in a short time: how long to wait, counted down, and then one press sends it once more.

import type { RateLimited } from '@countersign/sdk';
import { now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';

/** Time to press it, once that can be. */
const PRESSED_S = 20;

export function saySlowDown(error: RateLimited, again: () => void): number {
  const at = now.value + (error.retryAfter ?? 0);
  const button = { says: t('Try again'), do: again };
  return say(<SlowDown at={at} first={wordsFor(error)} />, { until: at + PRESSED_S, button });
}

/** Read out once, not every second. */
function SlowDown({ at, first }: { readonly at: number; readonly first: string }) {
  const seconds = at - now.value;
  return (
    <>
      <span class="visually-hidden">{first}</span>
      <span aria-hidden="true">
        {seconds > 0 ? t('Slow down: try again in {seconds} s.', { seconds }) : t('You can try again now.')}
      </span>
    </>
  );
}
