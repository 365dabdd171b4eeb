// Later: an action out of my list for a while, and never past its expiry.

import type { InboxAction } from '@countersign/contract';
import { api } from '../api.ts';
import { now } from '../clock.ts';
import { ShownTitle } from '../content/shown-text.tsx';
import { ownTime } from '../dates.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { loadCounts } from './load.ts';
import { patchRow, snoozeRow } from './store.ts';

const MORNING_HOUR = 9;

function tomorrow(): number {
  const morning = new Date(now.peek() * 1000);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return Math.floor(morning.getTime() / 1000);
}

interface Props {
  readonly action: Pick<InboxAction, 'id' | 'expires_at' | 'title'>;
  readonly onClose: () => void;
  readonly onSnoozed: () => void;
}

export function SnoozeDialog({ action, onClose, onSnoozed }: Props) {
  const choices = [
    [t('30 minutes'), now.peek() + 30 * 60],
    [t('2 hours'), now.peek() + 2 * 3600],
    [t('Tomorrow at 9'), tomorrow()],
  ] as const;
  const possible = choices.filter(([, until]) => until < action.expires_at);
  const sleep = async (until: number) => {
    onClose();
    try {
      await api.snooze(action.id, { until });
      snoozeRow(action.id, until);
      void loadCounts();
      onSnoozed();
      say(t('Back at {time}', { time: ownTime(until) }), {
        button: { says: t('Show it now'), do: () => void wake(action.id) },
      });
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return (
    <Dialog title={t('Snooze')} onClose={onClose}>
      <p class="soft">
        <ShownTitle text={action.title} />
      </p>
      {possible.length > 0 && <p class="soft">{t('For you only: colleagues still see it.')}</p>}
      {possible.map(([says, until]) => (
        <button key={says} type="button" class="button" onClick={() => void sleep(until)}>
          {says}
        </button>
      ))}
      {possible.length === 0 && <p>{t('It expires in less than half an hour: too soon to be shown later.')}</p>}
      <form method="dialog" class="row-of end">
        <button type="submit" class="button plain">
          {t('Cancel')}
        </button>
      </form>
    </Dialog>
  );
}

async function wake(id: string): Promise<void> {
  try {
    await api.unsnooze(id);
    patchRow(id, { snoozed_until: 0 });
    void loadCounts();
  } catch (error) {
    say(wordsFor(error), { button: { says: t('Try again'), do: () => void wake(id) } });
  }
}
