// The story of an action: asked, held, decided, delivered, carried out.

import type { InboxAction, TimelineItem } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { SENDING_ERRORS } from '../channels/words.ts';
import { ShownText, shortened } from '../content/shown-text.tsx';
import { clockTime, fullTime } from '../dates.ts';
import { number, type Plain, t } from '../i18n/translate.ts';
import { OUTCOMES } from '../rules/words.ts';
import { WHY_LOST } from './hold-lost.ts';

const SAYS: Readonly<Record<string, Plain>> = {
  'action.created': 'asked',
  'action.rule_applied': 'a rule applied',
  'action.held': 'decided, can still be undone',
  'action.hold_lost': 'the decision did not count',
  'action.approval_given': 'one approval of several',
  'action.approval_withdrawn': 'an approver may no longer decide: that approval does not count',
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
  edited_fields: 'edited fields',
  attempt: 'attempt',
  error: 'error',
  read_ms: 'read for',
  reason: 'reason',
  status_code: 'answer',
  seconds: 'seconds',
};

/** For machines: the words and the time of the event say what a person needs. */
const UNSAID = /_(id|at|until)$/;

/** What says enough without its name. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Plain>>>> = {
  rule_action: OUTCOMES,
  why: WHY_LOST,
  error: SENDING_ERRORS,
  signed_with: { passkey: 'passkey' },
  verdict: { approve: 'approved', reject: 'rejected' },
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
  }, [action]); // whatever made it be read anew may be one more line
  if (items.length === 0) return null;
  return (
    <section aria-label={of === undefined ? t('Timeline') : t('Timeline: {title}', { title: of })}>
      <ol class="timeline">
        {items.map((item, index) => (
          <li key={index}>
            <time title={fullTime(item.at)}>{clockTime(item.at)}</time>
            <span>
              {SAYS[item.event] ? t(SAYS[item.event] as Plain) : item.event}
              {item.actor && item.actor.name !== item.actor.id && (
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
                    <q>
                      <ShownText text={shortened(result.detail, 500)} />
                    </q>
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
  const { given, required, ...others } = data ?? {};
  const said = Object.entries(others).filter(
    ([name, value]) =>
      !UNSAID.test(name) &&
      !(name === 'error' && others.status_code !== undefined) && // the answer says it
      (typeof value === 'string' || (typeof value === 'number' && value !== 0)),
  );
  const counted = typeof given === 'number' && typeof required === 'number';
  if (said.length === 0 && !counted) return null;
  return (
    <span class="soft">
      {' '}
      · {counted && t('{at} of {all}', { at: given, all: required })}
      {said.slice(0, 4).map(([name, value], n) => (
        <span key={name}>
          {(counted || n > 0) && ', '}
          <Fact name={name} value={String(value)} />
        </span>
      ))}
    </span>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  const words = VALUES[name]?.[value];
  if (words) return <>{t(words)}</>;
  if (name === 'answer')
    return (
      <q>
        <bdi translate={false}>
          <ShownText text={value} />
        </bdi>
      </q>
    );
  return (
    <span>
      {FACTS[name]
        ? t(FACTS[name] as Plain)
        : name !== 'ms' && <span translate={false}>{name.replaceAll('_', ' ')}</span>}{' '}
      <bdi>
        <ShownText
          text={
            /(^|_)ms$/.test(name)
              ? t('{s} s', { s: number(Number(value) / 1000, { maximumFractionDigits: 1 }) })
              : shortened(value, 200)
          }
        />
      </bdi>
    </span>
  );
}
