// Sends a webhook once more, and says so.

import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';

export async function resend(id: string): Promise<void> {
  try {
    await api.redeliverAction(id, {});
    say(t('Sent once more'));
  } catch (error) {
    say(wordsFor(error));
  }
}
