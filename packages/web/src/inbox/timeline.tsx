// The story of an action: asked, held, decided, delivered, carried out.

import type { InboxAction, TimelineItem } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { clockTime, fullTime } from '../clock.ts';
import { ShownText } from '../content/shown-text.tsx';

const SAYS: Readonly<Record<string, string>> = {
  'action.created': 'asked',
  'action.held': 'decided, can still be undone',
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
    <section aria-label={of === undefined ? 'Timeline' : `Timeline: ${of}`}>
      <ol class="timeline">
        {items.map((item, index) => (
          <li key={index}>
            <time title={fullTime(item.at)}>{clockTime(item.at)}</time>
            <span>
              {SAYS[item.event] ?? item.event}
              {item.actor && (
                <>
                  {' '}
                  · {item.actor.type === 'key' ? 'key ' : ''}
                  <ShownText text={item.actor.name} />
                </>
              )}
              {item.channel && item.channel !== 'api' && <> · {item.channel}</>}
              {RESULTS.includes(item.event) && result?.detail && (
                <>
                  {' '}
                  · “<ShownText text={result.detail.slice(0, 500)} />”
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
          <ShownText text={factWords(name, value)} />{' '}
        </span>
      ))}
    </span>
  );
}

function factWords(name: string, value: unknown): string {
  if (name === 'ms') return `${(Number(value) / 1000).toFixed(1)} s`;
  return `${name.replaceAll('_', ' ')} ${String(value).slice(0, 200)}`;
}
