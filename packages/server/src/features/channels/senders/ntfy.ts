// To ntfy: plain words and a link. It is JSON, so that no word of others becomes a header.

import { cut } from '../../../base/shown-text.ts';
import { linesOf } from './plain.ts';
import { exchange, type Sender, sentOf } from './sender.ts';

/** ntfy takes 4096 bytes for a message; beyond that it makes a file of it. */
const MESSAGE_CHARACTERS = 1000;
const TITLE_CHARACTERS = 200;

export const ntfy: Sender = {
  async send(app, { config: { url = '', topic, token } }, { text }, signal) {
    const body = JSON.stringify({
      topic,
      title: cut(text.headline, TITLE_CHARACTERS),
      message: cut(linesOf(text) || text.headline, MESSAGE_CHARACTERS),
      click: text.url,
      actions: [{ action: 'view', label: 'Open in the inbox', url: text.url }],
    });
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return sentOf(await exchange(app, { url, headers, body, signal }));
  },
};
