// What is approved only by itself: shared by the server, which leaves it out, and by the page, which says so beforehand.

export const LEFT_OUT = ['warning', 'external', 'step_up', 'must_read', 'unopened'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export interface Guarded {
  readonly flags: readonly string[];
  readonly untrusted: boolean;
  readonly step_up: boolean;
  readonly must_read: boolean;
  readonly editable: readonly string[];
  readonly snippet: string;
  /** Of the payload, where there is one: no row shows it. */
  readonly payload_bytes?: number | undefined;
  /** Nor a target, a way to undo it, or that it cannot be safely repeated. */
  readonly more: boolean;
}

const LONGEST_LINE = 160;

/** Undefined when it may be approved together with others. `opened`: by whoever approves. */
export function leftOut(action: Guarded, opened: boolean): LeftOut | undefined {
  if (action.flags.length > 0) return 'warning';
  if (action.untrusted) return 'external';
  if (action.step_up) return 'step_up';
  if (action.must_read) return 'must_read';
  if (!opened && (action.editable.length > 0 || !tellsAll(action))) return 'unopened';
  return undefined;
}

/** A line that has not every word of the text ends with an ellipsis; of a patch it only counts. */
function tellsAll({ snippet, payload_bytes, more }: Guarded): boolean {
  if (payload_bytes !== undefined || more) return false;
  return [...snippet].length < LONGEST_LINE && !/…$| \+\d+ −\d+$/.test(snippet);
}
