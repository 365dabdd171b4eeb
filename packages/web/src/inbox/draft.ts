// What a reviewer changed: a draft lives in the memory of the tab only.

import type { InboxAction } from '@countersign/contract';

export interface Draft {
  readonly title: string;
  readonly body: string;
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
