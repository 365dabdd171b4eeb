// A tool call as an action, whichever framework makes it.

import type { ActionCreate, Countersign, Description, GateOptions } from '../index.ts';

export interface ToolCall {
  readonly name: string;
  /** As the framework knows it. A program that starts again and makes the same call finds the same action by it. */
  readonly id: string | undefined;
  readonly input: unknown;
}

/** How calls look to the reviewer. What is left out is made from the call: its name, its input, all of it editable. */
export type Describe = (input: never, call: ToolCall) => Partial<Description>;

export interface ApprovalSettings
  extends Pick<GateOptions<unknown>, 'lease' | 'onPending' | 'signal' | 'onUnreported'> {
  readonly client: Countersign;
  readonly describe?: Describe | undefined;
}

/** What was approved is claimed for so long: longer than any call takes. */
export const LEASE_S = 3600;

const KIND_MAX = 100;
const EDITABLE_MAX = 200;

export function requestFor(call: ToolCall, describe?: Describe): ActionCreate {
  const { name, id, input } = call;
  const members = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  return {
    kind: name.slice(0, KIND_MAX),
    title: `Call ${name}`,
    preview: { format: 'plain', body: JSON.stringify(input, undefined, 2) ?? '' },
    editable: members
      .filter((member) => /^[^.]+$/.test(member) && !/^(__proto__|constructor|prototype)$/.test(member))
      .slice(0, EDITABLE_MAX)
      .map((member) => `payload.${member}`),
    ...(id ? { idempotency_key: id } : {}),
    ...describe?.(input as never, call),
    payload: input,
  };
}
