// A text as a QR code on the screen, with room around it; nothing where it would be too long.

import { useMemo } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { qrCode } from './qr-code.ts';

const QUIET = 4;

export function QrCode({ text }: { readonly text: string }) {
  const grid = useMemo(() => qrCode(text), [text]);
  if (!grid) return null; // too long for a code: the link is there
  const size = grid.length + 2 * QUIET;
  const path = grid.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])));
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('QR code of the link below')}>
      <path d={path.join('')} />
    </svg>
  );
}
