// What approve and reject share: what is said when a decision is refused.

import { type Countersign, Forbidden } from '@countersign/sdk';
import { Failure } from '../failure.ts';

/** Under `deciders: "people"` no key decides: then the person is shown the way. */
export async function decided<T>(client: Countersign, id: string, deciding: Promise<T>): Promise<T> {
  try {
    return await deciding;
  } catch (error) {
    if (!(error instanceof Forbidden) || error.code === 'insufficient_scope') throw error;
    throw await refusal(client, id, error.code);
  }
}

export async function refusal(client: Countersign, id: string, code: string, status?: string): Promise<Failure> {
  if (status !== undefined) return new Failure(`${id} is ${status}: nothing was changed.`);
  if (code === 'not_found')
    return new Failure(`There is no action ${id}.`, 'It may belong to another project than the key.');
  const { inbox_url } = await client.getAction(id);
  return new Failure(WHY[code] ?? `${id} was not decided: ${code}`, `Decide it here: ${inbox_url}`);
}

const WHY: Readonly<Record<string, string>> = {
  people_only: 'In this project only people decide, signed in to the inbox; a key may not.',
  self_decision_forbidden: 'In this project whoever proposes an action may not decide it.',
};
