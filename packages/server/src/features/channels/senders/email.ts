// By mail: plain text, an excerpt, and a link to the page where it is decided.

import type { Mailed } from '../../../world/mail.ts';
import type { Text } from '../message.ts';
import { linesOf } from './plain.ts';
import { type Sender, type Sent, withoutWords } from './sender.ts';

/** Two mails, when there are two, take no longer than one may. */
const BOTH_MS = 20_000;

export const email: Sender = {
  async send(app, { config: { address: to = '' } }, { id, text, wordless }, signal) {
    const startedMs = app.world.nowMs();
    const mailed = await app.world.sendMail({ to, ...contentOf(text), id, signal });
    const deadlineMs = BOTH_MS - Math.max(0, app.world.nowMs() - startedMs);
    if (mailed.ok || !mailed.ofWords || !wordless || deadlineMs <= 0) return sentByMail(mailed, text);
    // A filter does not like what an agent or a watched page wrote: then people are told without it.
    const instead = { ...contentOf(wordless), id: `${id}.2`, deadlineMs };
    return withoutWords(sentByMail(await app.world.sendMail({ to, ...instead, signal }), wordless));
  },
};

function contentOf(text: Text): { subject: string; text: string } {
  const parts = [
    text.headline,
    linesOf(text),
    ...(text.confirm === undefined ? [] : [`Decide: ${text.confirm}`]),
    `Open in the inbox: ${text.url}`,
    'You get this because someone who runs this Countersign has set it up. Whoever has this mail can use its links.',
  ];
  return { subject: text.headline, text: parts.filter((part) => part !== '').join('\n\n') };
}

/** A mail cannot be changed, but its link must be known while it may decide. */
function sentByMail(mailed: Mailed, { confirm }: Text): Sent {
  if (mailed.ok) return { is: 'sent', ...(confirm === undefined ? {} : { ref: 'mail' }) };
  const error = mailed.answer ?? mailed.error;
  // That nobody may send by the operator's mail server is the operator's to mend, and says nothing of this mailbox.
  const lasting = mailed.error === 'address' || mailed.error === 'refused';
  if (!lasting) return { is: 'failed', error };
  return { is: 'refused', error, ...(mailed.ofWords ? { ofWords: true } : {}) };
}
