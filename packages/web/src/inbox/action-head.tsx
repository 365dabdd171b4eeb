// The head of an action: kind, who asks, the title, when it expires, where its link leads and where the answer goes.

import type { InboxAction } from '@countersign/contract';
import { Host } from '../content/outside-link.tsx';
import { ShownText, ShownTitle } from '../content/shown-text.tsx';
import { askToOpen } from '../parts/ask-to-open.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { LiveDot } from './live-dot.tsx';
import { shown } from './store.ts';

export function ActionHead({ action }: { readonly action: InboxAction }) {
  const target = action.target_url;
  const host = target && URL.parse(target);
  const answersTo = action.callback_url && URL.parse(action.callback_url)?.host;
  return (
    <header class="action-head">
      <div class="who">
        <a class="button plain small back" href="/inbox">
          <Icon name="back" /> Inbox
        </a>
        <span class="by">
          <code>{action.kind}</code> ·{' '}
          <bdi>
            <ShownText text={action.created_by.name} />
          </bdi>
        </span>
        <AlsoLooking id={action.id} />
        <PlaceOf id={action.id} />
        <LiveDot />
      </div>
      <h1 class="visually-hidden alone">Action</h1>
      <h2>
        <ShownTitle text={action.title} />
      </h2>
      <div class="facts">
        {action.status === 'pending' && <Countdown until={action.expires_at} from={action.created_at} />}
        {target && host && (
          <span>
            Target{' '}
            {/^https?:$/.test(host.protocol) ? (
              <a
                href={target}
                target="_blank"
                rel="noopener noreferrer nofollow"
                title={target}
                onClick={(event) => {
                  event.preventDefault();
                  openTarget(action);
                }}
              >
                <Host host={host.host} />
                {host.pathname.slice(0, 60)}
              </a>
            ) : (
              <ShownText text={target} />
            )}
          </span>
        )}
        {answersTo && (
          <span>
            Replies to <Host host={answersTo} />
          </span>
        )}
        {action.editable.length > 0 && <span>Editable: {action.editable.join(', ')}</span>}
      </div>
    </header>
  );
}

/** As the list knows it, which is told live. */
function AlsoLooking({ id }: { readonly id: string }) {
  const names = shown.value.find((row) => row.id === id)?.looking.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  return (
    <span class="chip accent">
      {names.join(', ')} {names.length === 1 ? 'is' : 'are'} also looking
    </span>
  );
}

/** Where this one stands, on a phone, where the list is not beside it. */
function PlaceOf({ id }: { readonly id: string }) {
  const at = shown.value.findIndex((row) => row.id === id);
  if (at < 0) return null;
  return (
    <span class="place-of digits">
      {at + 1} of {shown.value.length.toLocaleString()}
    </span>
  );
}

/** Only http and https are links. */
export function openTarget({ target_url: target }: InboxAction): void {
  if (target && /^https?:$/.test(URL.parse(target)?.protocol ?? '')) askToOpen(target, <ShownText text={target} />);
  else say('This action has no link to open.');
}
