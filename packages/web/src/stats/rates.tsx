// A share for each kind, with how many it is of; few are greyed, for they say little.

import { ShownText } from '../content/shown-text.tsx';
import { number, t } from '../i18n/translate.ts';
import { Bar } from '../parts/bar.tsx';
import { shareOf } from './words.ts';

export const FEW = 10;
const SHOWN = 12;

export interface Rate {
  readonly kind: string;
  readonly part: number;
  readonly whole: number;
}

export function Rates({ rates }: { readonly rates: readonly Rate[] }) {
  if (rates.length === 0) return <p class="soft">{t('Nothing was decided.')}</p>;
  return (
    <ul class="rates">
      {rates.slice(0, SHOWN).map(({ kind, part, whole }) => (
        <li key={kind} class={whole < FEW ? 'few' : ''}>
          <code>
            <ShownText text={kind} />
          </code>
          <Bar label={kind} share={whole === 0 ? 0 : part / whole} words={shareOf(part, whole)} />
          <span class="small soft digits">{t('of {count}', { count: number(whole) })}</span>
        </li>
      ))}
    </ul>
  );
}
