// Rules: what is decided beforehand, in the order in which it is asked.

import type { Rule } from '@countersign/contract';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { t, tn } from '../i18n/translate.ts';
import { useLoaded } from '../parts/loaded.ts';
import { SwitchList } from '../settings/switch-list.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import './rules.css';
import { toTheDigit } from './to-the-digit.ts';
import { thenWords, whenWords } from './words.ts';

export function RulesPage() {
  // Together: without the names of keys and channels, rules can be neither told nor written.
  const read = useLoaded(async () => {
    const [rules, keys, channels] = await Promise.all([api.listRules(), api.listKeys(), api.listChannels()]);
    return { items: toTheDigit(rules).items, keys: keys.items, channels: channels.items };
  });
  // A suggestion of Insights comes as the kind that is always approved.
  const { query, route } = useLocation();
  const { approve } = query;
  const names = new Map(read.value?.keys.map(({ id, name }) => [id, name]));
  const channelNames = new Map(
    read.value?.channels.map(({ id, name, enabled }) => [id, enabled ? name : t('{name} (turned off)', { name })]),
  );
  return (
    <SwitchList<Rule>
      title={t('Rules')}
      add={t('New rule')}
      none={t(
        'No rules: every action waits for a person. A rule can ask for several approvers or a passkey, or decide what is always the same.',
      )}
      loaded={read}
      begun={approve !== undefined}
      about={(rule) => (
        <>
          <p>
            {whenWords(rule, names)}: <b>{thenWords(rule, channelNames)}</b>.
          </p>
          <p class="small soft">
            {t('Priority {priority}', { priority: rule.priority })} ·{' '}
            {tn(rule.hits, 'applied once', 'applied {count} times')}
            {rule.last_hit_at !== undefined && `, ${t('last {ago}', { ago: ago(now.value - rule.last_hit_at) })}`}
          </p>
        </>
      )}
      onTurn={(id, enabled) => api.updateRule(id, { enabled })}
      onRemove={(id) => api.deleteRule(id)}
      removing={t('New actions are no longer asked about it. What it decided stays decided.')}
      form={(rule, end) =>
        read.value && (
          <RuleDialog
            rule={rule}
            begin={
              approve === undefined
                ? undefined
                : { name: t('Approve {kind}', { kind: approve }), kind: approve, outcome: 'auto_approve' }
            }
            keys={read.value.keys}
            channels={read.value.channels}
            {...end}
          />
        )
      }
      onClosed={() => approve !== undefined && route('/rules', true)}
    />
  );
}
