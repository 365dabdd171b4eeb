// The head of an action: kind, who asks, the title, when it expires, where its link leads and where the answer goes.

import type { InboxAction } from '@countersign/contract';
import { Host } from '../content/host.tsx';
import { ShownCode, ShownText, ShownTitle } from '../content/shown-text.tsx';
import { number, rich, t } from '../i18n/translate.ts';
import { askToOpen } from '../parts/ask-to-open.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { LiveDot } from '../parts/live-dot.tsx';
import { say } from '../parts/toasts.tsx';
import { hasOthers, Others } from './flags.tsx';
import { shown } from './store.ts';

export function ActionHead({ action }: { readonly action: InboxAction }) {
  const target = action.target_url;
  const host = target && URL.parse(target);
  const answersTo = action.callback_url && URL.parse(action.callback_url)?.host;
  return (
    <header class="action-head">
      <div class="who">
        <a class="button plain small back" href="/inbox">
          <Icon name="back" /> {t('Inbox')}
        </a>
        <span class="by">
          <ShownCode text={action.kind} /> ·{' '}
          <bdi>
            <ShownText text={action.created_by.name} />
          </bdi>
        </span>
        <AlsoThere id={action.id} />
        <PlaceOf id={action.id} />
        <LiveDot />
      </div>
      <h1 class="visually-hidden alone">{t('Action')}</h1>
      <h2>
        <ShownTitle text={action.title} />
      </h2>
      <div class="facts">
        {action.status === 'pending' && <Countdown until={action.expires_at} from={action.created_at} />}
        {target && host && (
          <span>
            {t('Target')}{' '}
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
                <bdi translate={false}>{placeOn(host)}</bdi>
              </a>
            ) : (
              <ShownText text={target} />
            )}
          </span>
        )}
        {answersTo && <span>{rich('Replies to {host}', { host: <Host host={answersTo} /> })}</span>}
        {action.editable.length > 0 && action.approvals.required === 1 && (
          <span>{rich('Editable: {fields}', { fields: <ShownCode text={action.editable.join(', ')} /> })}</span>
        )}
      </div>
    </header>
  );
}

const PLACE_MAX = 60;

/** What is asked for on a host; that it is more than fits is said, and a press shows all of it. */
function placeOn({ pathname, search, hash }: URL): string {
  const place = `${pathname}${search}${hash}`;
  return place.length <= PLACE_MAX ? place : `${place.slice(0, PLACE_MAX - 1)}…`;
}

/** As the list knows it, which is told live. */
function AlsoThere({ id }: { readonly id: string }) {
  const row = shown.value.find((one) => one.id === id);
  return row && hasOthers(row) ? <Others row={row} isOpen /> : null;
}

/** Where this one stands, on a phone, where the list is not beside it. */
function PlaceOf({ id }: { readonly id: string }) {
  const at = shown.value.findIndex((row) => row.id === id);
  if (at < 0) return null;
  return (
    <span class="place-of digits">{t('{at} of {all}', { at: number(at + 1), all: number(shown.value.length) })}</span>
  );
}

/** Only http and https are links. */
export function openTarget({ target_url: target }: InboxAction): void {
  if (target && /^https?:$/.test(URL.parse(target)?.protocol ?? '')) askToOpen(target, <ShownText text={target} />);
  else say(t('This action has no link to open.'));
}
