// Copies something of an action, and says so.

import { copiedWords, copyText } from '../parts/copy-text.ts';
import { say } from '../parts/toasts.tsx';

/** `done` is said when it worked; else the text itself, which can at least be read. */
export async function copy(text: string, done: string): Promise<void> {
  say((await copyText(text)) ? copiedWords(text, done) : text);
}
