// By mail: plain text, an excerpt, and a link to the page where it is decided.

import type { Mailed } from '../../../world/mail.ts';
import { linesOf } from './plain.ts';
import type { Sender, Sent } from './sender.ts';

export const email: Sender = {
  async send(app, { config: { address = '' } }, { id, text }, signal) {
    const parts = [
      text.headline,
      linesOf(text),
      ...(text.confirm === undefined ? [] : [`Decide: ${text.confirm}`]),
      `Open in the inbox: ${text.url}`,
      'You get this because someone who runs this Countersign has set it up. Whoever has this mail can use its links.',
    ];
    const mail = {
      to: address,
      subject: text.headline,
      text: parts.filter((part) => part !== '').join('\n\n'),
      id,
      signal,
    };
    return sentByMail(await app.world.sendMail(mail), text.confirm !== undefined);
  },
};

/** A mail cannot be changed, but its link must be known while it may decide. */
function sentByMail(mailed: Mailed, hasLink: boolean): Sent {
  if (mailed.ok) return { is: 'sent', ...(hasLink ? { ref: 'mail' } : {}) };
  const error = mailed.answer ?? mailed.error;
  // That nobody may send by the operator's mail server is the operator's to mend, and says nothing of this mailbox.
  const lasting = mailed.error === 'address' || mailed.error === 'refused';
  return { is: lasting ? 'refused' : 'failed', error };
}
