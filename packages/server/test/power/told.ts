// What a server told others of its actions, by answers and by webhooks: from then on it must be so.

import type { Acknowledged } from '../crash/load.ts';
import { keyIn } from '../support/serve-process.ts';
import type { Step } from './steps.ts';

/** Before this line of the trace. */
export function toldBefore(steps: readonly Step[], cut: number): Acknowledged {
  const told = steps.flatMap((step) => (step.did === 'tell' && step.began < cut ? statusIn(step.text) : []));
  return new Map(told);
}

/** Of the first start: it is shown once. */
export function wasToldKey(steps: readonly Step[], cut: number): boolean {
  return steps.some((step) => step.did === 'tell' && step.began < cut && keyIn(step.text) !== '');
}

const SAYS_SO = /^(HTTP\/1\.1 20[01] |POST )/;

function statusIn(text: string): [id: string, status: string][] {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  if (!SAYS_SO.test(text) || !body.startsWith('{')) return [];
  const { id, action_id, status } = JSON.parse(body);
  return status === undefined ? [] : [[id ?? action_id, status]];
}
