// A button under a message: one decision on one action as it was shown, in one message. Short, for platforms allow no more
// than 64 bytes; who pressed it is the platform's word, and asked for when it comes back.

import { createHmac } from 'node:crypto';

/** `why` rejects, and asks for the reason first. */
export type Press = 'approve' | 'reject' | 'why';

export interface ButtonFor {
  readonly project_id: string;
  readonly channel_id: string;
  readonly send_id: string;
  readonly action_id: string;
  readonly digest: string;
}

const MARK_CHARACTERS = 22; // 132 bits

export function newButton(secret: Buffer, press: Press, about: ButtonFor): string {
  return `${press[0]}.${about.send_id}.${markOf(secret, press, about)}`;
}

function markOf(secret: Buffer, press: Press, about: ButtonFor): string {
  const { project_id, channel_id, send_id, action_id, digest } = about;
  const text = JSON.stringify(['channel', project_id, channel_id, send_id, action_id, digest, press]);
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, MARK_CHARACTERS);
}
