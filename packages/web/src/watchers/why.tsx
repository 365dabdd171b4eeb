// Why something matched: each keyword that hit, where, and what it gave.

import type { Match } from '@countersign/contract';
import { ShownText } from '../content/shown-text.tsx';
import { rich, t } from '../i18n/translate.ts';
import { fieldOf } from './words.ts';

export function Why({ matches, score }: { readonly matches: readonly Match[]; readonly score: number }) {
  if (matches.length === 0)
    return <>{score > 0 ? t('everything counts: there are no keywords') : t('no keyword hits')}</>;
  return (
    <>
      {matches.map((match, index) => (
        <span key={match.pattern}>
          {index > 0 && ', '}
          {rich('“{text}”', { text: <ShownText text={match.pattern} /> })} +{match.points} {fieldOf(match)}
        </span>
      ))}
    </>
  );
}
