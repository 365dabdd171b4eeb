// What the edits of whoever decides change, and how that is told: in steps, for the largest take a while.

import type { App } from '../../app.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { type AcceptedEdits, acceptEdits } from './edits.ts';

export interface Edited extends AcceptedEdits {
  readonly diff: string | null;
}

export const NO_EDITS: Edited = { edited_fields: [], diff: null };

/** What may be worked on before others get their turn, in characters. */
const TURN = 65_536;
/** To search for the smallest diff takes long however short it is. */
const DIFF = 16_384;

/** `edited` is the source text of the reviewer's map. Throws `not_editable` and names the keys that are at fault. */
export async function workOutEdits({ world }: App, action: ActionRow, edited: string): Promise<Edited> {
  let worked = 0;
  const afterWork = async (characters: number) => {
    worked += characters;
    if (worked < TURN) return;
    worked = 0;
    await world.sleep(0);
  };
  const read = (action.payload?.length ?? 0) + edited.length;
  await afterWork(read); // by whoever read them just now
  const { accepted, diffs } = acceptEdits(action, edited);
  if (diffs.length === 0) return { ...accepted, diff: null };

  await afterWork(read);
  let diff = '';
  for (const makePart of diffs) {
    const part = makePart();
    diff += part;
    await afterWork(DIFF + part.length);
  }
  return { ...accepted, diff };
}
