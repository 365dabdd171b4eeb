// The story of an action: asked, held, decided, delivered, carried out.

import type { InboxAction, TimelineItem } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { clockTime, fullTime } from '../clock.ts';
import { ShownText } from '../content/shown-text.tsx';
import { type Plain, t } from '../i18n/translate.ts';

const SAYS: Readonly<Record<string, Plain>> = {
  'action.created': 'asked',
  'action.rule_applied': 'a rule applied',
  'action.held': 'decided, can still be undone',
  'action.hold_lost': 'too late: decided by someone else',
  'action.approval_given': 'one approval of several',
  'action.hold_undone': 'took it back',
  'action.approved': 'approved',
  'action.rejected': 'rejected',
  'action.expired': 'expired before a decision',
  'action.seen': 'looked at',
  'action.claimed': 'claimed for execution',
  'action.executed': 'executed',
  'action.execute_failed': 'execution failed',
  'action.redelivered': 'sent the webhook again',
  'delivery.attempted': 'webhook attempt',
};

/** What is known of an event, by name; what is not here stands under its own. */
const FACTS: Readonly<Record<string, Plain>> = {
  attempt: 'attempt',
  error: 'error',
  reason: 'reason',
  rule_action: 'rule',
  status_code: 'answer',
  verdict: 'verdict',
  seconds: 'seconds',
};

/** What the agent said of it is kept with the action. */
const RESULTS: readonly string[] = ['action.executed', 'action.execute_failed'];

type Told = Pick<InboxAction, 'id'> & { readonly result?: InboxAction['result'] };

interface Props {
  readonly action: Told;
  /** Where there are several on a page. */
  readonly of?: string;
}

export function Timeline({ action, of }: Props) {
  const { id, result } = action;
  const [items, setItems] = useState<readonly TimelineItem[]>([]);
  useEffect(() => {
    let current = true;
    void api.getTimeline(id).then(
      (answer) => current && setItems(answer.items),
      () => undefined, // the action itself says what is wrong
    );
    return () => {
      current = false;
    };
  }, [id]);
  if (items.length === 0) return null;
  return (
    <section aria-label={of === undefined ? t('Timeline') : t('Timeline: {title}', { title: of })}>
      <ol class="timeline">
        {items.map((item, index) => (
          <li key={index}>
            <time title={fullTime(item.at)}>{clockTime(item.at)}</time>
            <span>
              {SAYS[item.event] ? t(SAYS[item.event] as Plain) : item.event}
              {item.actor && (
                <>
                  {' '}
                  · {item.actor.type === 'key' && `${t('key')} `}
                  <bdi>
                    <ShownText text={item.actor.name} />
                  </bdi>
                </>
              )}
              {item.channel && item.channel !== 'api' && (
                <>
                  {' '}
                  · <span translate={false}>{item.channel}</span>
                </>
              )}
              {RESULTS.includes(item.event) && result?.detail && (
                <>
                  {' '}
                  ·{' '}
                  <bdi>
                    “<ShownText text={result.detail.slice(0, 500)} />”
                  </bdi>
                </>
              )}
              <Facts data={item.data} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ data }: { readonly data: TimelineItem['data'] }) {
  const said = Object.entries(data ?? {}).filter(
    ([, value]) => typeof value === 'string' || (typeof value === 'number' && value !== 0),
  );
  if (said.length === 0) return null;
  return (
    <span class="soft">
      {' '}
      ·{' '}
      {said.slice(0, 4).map(([name, value]) => (
        <span key={name}>
          {FACTS[name]
            ? t(FACTS[name] as Plain)
            : name !== 'ms' && <span translate={false}>{name.replaceAll('_', ' ')}</span>}{' '}
          <bdi>
            <ShownText text={name === 'ms' ? `${(Number(value) / 1000).toFixed(1)} s` : String(value).slice(0, 200)} />
          </bdi>{' '}
        </span>
      ))}
    </span>
  );
}
