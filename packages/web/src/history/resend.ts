// Sends a webhook once more, and says so.

import { api } from '../api.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';

export async function resend(id: string): Promise<void> {
  try {
    await api.redeliverAction(id, {});
    say('Sent once more');
  } catch (error) {
    say(wordsFor(error));
  }
}
