// The last fourteen days of a watcher at a glance: what it found, and in front of it what it raised.

import type { WatcherDay } from '@countersign/contract';
import { now } from '../clock.ts';
import { number, t } from '../i18n/translate.ts';
import { lastDays } from './last-days.ts';

const [STEP, BAR, HEIGHT] = [5, 4, 20];

export function Sparkline({ days }: { readonly days: readonly WatcherDay[] }) {
  const shown = lastDays(days, now.value);
  const found = shown.reduce((sum, day) => sum + day.found, 0);
  const raised = shown.reduce((sum, day) => sum + day.raised, 0);
  const most = Math.max(1, ...shown.flatMap((day) => [day.found, day.raised]));
  const bar = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / most) * HEIGHT));
  return (
    <svg class="sparkline" width={STEP * shown.length} height={HEIGHT} role="img">
      <title>
        {t('Last 14 days: {found} found, {raised} raised', {
          found: number(found),
          raised: number(raised),
        })}
      </title>
      {shown.map((day, at) => (
        <g key={day.date}>
          <rect
            class="came"
            x={STEP * at}
            width={BAR}
            y={HEIGHT - (bar(day.found) || 1)}
            height={bar(day.found) || 1}
          />
          <rect class="told" x={STEP * at} width={BAR} y={HEIGHT - bar(day.raised)} height={bar(day.raised)} />
        </g>
      ))}
    </svg>
  );
}
