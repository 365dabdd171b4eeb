// What a reviewer changed, and why they said no: drafts live in the memory of the tab only, one for each action.

import type { InboxAction } from '@countersign/contract';
import { signal } from '@preact/signals';

export interface Draft {
  /** The fields that were changed, as they are edited. */
  readonly values: Readonly<Record<string, string>>;
  /** And as they are sent. */
  readonly edited: Readonly<Record<string, unknown>>;
  /** What is wrong with one of them: then nothing is sent. */
  readonly wrong?: string;
}

export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/**
 * What a decision is sent with. What was typed a moment ago is in its field before the page is drawn with it, and keys are heard in
 * between: by what was drawn, they would approve what is no longer on the screen.
 */
export function draftNow(id: string): Draft | undefined {
  return drafts.peek().get(id);
}

export function keepDraft(id: string, draft: Draft): void {
  drafts.value = new Map([...drafts.value, [id, draft]]);
}

export function forgetDraft(id: string): void {
  drafts.value = new Map([...drafts.value].filter(([other]) => other !== id));
}

/** Why each was rejected, until that counts: what failed, or was taken back, is not written once more. */
export const reasons = new Map<string, string>();

export const NEW_DRAFT: Draft = { values: {}, edited: {} };

const OWN: readonly string[] = ['title', 'preview.body', 'preview.format', 'target_url'];

/** Several approvers approve the same content, so then nothing can be. */
export function canBeEdited({ approvals, editable, editable_values }: InboxAction): boolean {
  return (
    approvals.required === 1 && editable.some((path) => OWN.includes(path) || Object.hasOwn(editable_values, path))
  );
}

export function isChanged({ values }: Draft): boolean {
  return Object.keys(values).length > 0;
}

/** Leaving the page with a draft asks first. */
addEventListener('beforeunload', (event) => {
  if ([...drafts.value.values()].some(isChanged)) event.preventDefault();
});
