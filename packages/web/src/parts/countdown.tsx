// How long until something expires: words for screen readers, red under ten minutes, grey when it is over.

import { leftIn, now } from '../clock.ts';
import { t } from '../i18n/translate.ts';

const SOON_S = 600;

interface Props {
  readonly until: number;
  /** With it, a bar shows how much of the time is left. */
  readonly from?: number;
  readonly short?: boolean;
}

export function Countdown({ until, from, short = false }: Props) {
  const left = until - now.value;
  if (left <= 0) return <span class="left">{t('expired')}</span>;
  const words = leftIn(left);
  const soon = left < SOON_S ? 'soon' : '';
  if (short)
    return (
      <span class={`left digits ${soon}`}>
        <span class="visually-hidden">{t('Expires in')} </span>
        {words.split(' ').slice(0, 2).join('\u202f')}
      </span>
    );
  return (
    <span class={`left digits ${soon}`}>
      {t('Expires in')} {words}
      <span class="visually-hidden" role="status">
        {soon && t('Expires in less than ten minutes.')}
      </span>
      {from !== undefined && (
        <span class="time-left" aria-hidden="true">
          <span style={{ inlineSize: `${Math.round((100 * left) / Math.max(1, until - from))}%` }} />
        </span>
      )}
    </span>
  );
}
