// A diff as it was written, line by line: what comes, what goes, and what belongs to no hunk.

import { readDiff } from '@countersign/contract/shown/unified-diff';
import { t } from '../i18n/translate.ts';
import { type Line, Lines, type Shows } from './lines.tsx';

export function Diff(shows: Shows) {
  return <Lines {...shows} look="lines diff" read={diffLines} />;
}

function diffLines(text: string): Line[] {
  return readDiff(text).map(({ kind, text: line }) => ({
    label: kind === 'stray' ? t('not a hunk') : '',
    text: line,
    kind,
  }));
}
