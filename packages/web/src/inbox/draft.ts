// What a reviewer changed: drafts live in the memory of the tab only, one for each action.

import type { InboxAction } from '@countersign/contract';
import { signal } from '@preact/signals';

export interface Draft {
  readonly title: string;
  readonly body: string;
}

interface Kept {
  readonly action: InboxAction;
  readonly draft: Draft;
}

export const drafts = signal<ReadonlyMap<string, Kept>>(new Map());

export function keepDraft(action: InboxAction, draft: Draft): void {
  drafts.value = new Map([...drafts.value, [action.id, { action, draft }]]);
}

export function forgetDraft(id: string): void {
  drafts.value = new Map([...drafts.value].filter(([other]) => other !== id));
}

export function draftOf({ title, preview }: InboxAction): Draft {
  return { title, body: preview.body };
}

/** Only what may be changed and was. */
export function editedOf(action: InboxAction, draft: Draft): Record<string, string> {
  return {
    ...(action.editable.includes('title') && draft.title !== action.title && { title: draft.title }),
    ...(action.editable.includes('preview.body') &&
      draft.body !== action.preview.body && { 'preview.body': draft.body }),
  };
}

export function isChanged(action: InboxAction, draft: Draft): boolean {
  return Object.keys(editedOf(action, draft)).length > 0;
}

/** Leaving the page with a draft asks first. */
addEventListener('beforeunload', (event) => {
  if ([...drafts.value.values()].some(({ action, draft }) => isChanged(action, draft))) event.preventDefault();
});
