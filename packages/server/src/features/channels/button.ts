// A button under a message: one decision on one action as it was shown, in one message. Short, for platforms allow no more
// than 64 bytes; who pressed it is the platform's word, and asked for when it comes back.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The letter a button begins with, and what it does. `why` rejects, and asks for the reason first; `mail` is a link to the
 * page where one decides. */
const LETTERS = { a: 'approve', r: 'reject', w: 'why', m: 'mail' } as const;
export type Press = (typeof LETTERS)[keyof typeof LETTERS];

export interface ButtonFor {
  readonly project_id: string;
  readonly channel_id: string;
  readonly send_id: string;
  readonly action_id: string;
  readonly digest: string;
  /** Whose mailbox it lies in: a mail says who decides, where a platform's word says it of a button. */
  readonly to?: string | undefined;
}

const MARK_CHARACTERS = 22; // 132 bits

export function newButton(secret: Buffer, press: Press, about: ButtonFor): string {
  return `${press[0]}.${about.send_id}.${markOf(secret, press, about)}`;
}

export interface ReadButton {
  readonly press: Press;
  readonly send_id: string;
  readonly mark: string;
}

/** What it says of itself; nothing of it is to be believed before `isGenuine`. */
export function readButton(text: string): ReadButton | undefined {
  const [, letter, send_id, mark] = /^([arwm])\.(nms_[0-9a-z]{26})\.([A-Za-z0-9_-]{22})$/.exec(text) ?? [];
  if (letter === undefined || send_id === undefined || mark === undefined) return undefined;
  return { press: LETTERS[letter as keyof typeof LETTERS], send_id, mark };
}

export function isGenuine(secret: Buffer, { press, mark }: ReadButton, about: ButtonFor): boolean {
  return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(secret, press, about)));
}

function markOf(secret: Buffer, press: Press, about: ButtonFor): string {
  const { project_id, channel_id, send_id, action_id, digest, to } = about;
  const text = JSON.stringify(['channel', project_id, channel_id, send_id, action_id, digest, press, to]);
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, MARK_CHARACTERS);
}
