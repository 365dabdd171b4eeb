// What is rarely needed of an action: ids, times and digests.

import type { InboxAction } from '@countersign/contract';
import { fullTime } from '../clock.ts';
import { ShownText } from '../content/shown-text.tsx';

export function Details({ action }: { readonly action: InboxAction }) {
  return (
    <details class="details">
      <summary>Details</summary>
      <dl class="facts-list">
        <dt>Action</dt>
        <dd>
          <code>{action.id}</code>
        </dd>
        <dt>Asked by</dt>
        <dd>
          {action.created_by.type} <ShownText text={action.created_by.name} /> <code>{action.created_by.id}</code>
        </dd>
        <dt>Asked at</dt>
        <dd>{fullTime(action.created_at)}</dd>
        <dt>Expires at</dt>
        <dd>{fullTime(action.expires_at)}</dd>
        <dt>Digest</dt>
        <dd>
          <code>{action.digest}</code>
        </dd>
        {action.payload_sha256 && (
          <>
            <dt>Payload SHA-256</dt>
            <dd>
              <code>{action.payload_sha256}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
