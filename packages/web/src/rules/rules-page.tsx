// Rules: what is decided beforehand, in the order in which it is asked.

import type { Rule } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { t, tn } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { withFresh } from '../people/fresh.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import './rules.css';
import { thenWords, whenWords } from './words.ts';

export function RulesPage() {
  const rules = useLoaded(() => api.listRules());
  const keys = useLoaded(() => api.listKeys());
  const channels = useLoaded(() => api.listChannels());
  // A suggestion of Insights comes as the kind that is always approved.
  const { query, route } = useLocation();
  const { approve } = query;
  const [writing, setWriting] = useState<Rule | 'new' | undefined>(approve === undefined ? undefined : 'new');
  const [removing, setRemoving] = useState<Rule>();
  const close = () => {
    setWriting(undefined);
    if (approve !== undefined) route('/rules', true);
  };
  const names = new Map(keys.value?.items.map(({ id, name }) => [id, name]));
  const channelNames = new Map(channels.value?.items.map(({ id, name }) => [id, name]));
  const items = rules.value?.items ?? [];
  const turn = async (rule: Rule) => {
    await withFresh(() => api.updateRule(rule.id, { enabled: !rule.enabled }));
    rules.reload();
  };
  return (
    <Page
      title={t('Rules')}
      needs="admin"
      wrong={rules.wrong}
      aside={
        <button type="button" class="button main" onClick={() => setWriting('new')}>
          {t('New rule')}
        </button>
      }
    >
      {rules.value && items.length === 0 && (
        <p class="soft">
          {t(
            'No rules: every action waits for a person. A rule can ask for several approvers or a passkey, or decide what is always the same.',
          )}
        </p>
      )}
      <ol class="rules">
        {items.map((rule) => (
          <li key={rule.id} class={`card ${rule.enabled ? '' : 'off'}`}>
            <div class="grow">
              <h2>
                {rule.name} {!rule.enabled && <span class="chip">{t('off')}</span>}
              </h2>
              <p>
                {whenWords(rule, names)}: <b>{thenWords(rule, channelNames)}</b>.
              </p>
              <p class="small soft">
                {t('Priority {priority}', { priority: rule.priority })} ·{' '}
                {tn(rule.hits, 'applied once', 'applied {count} times')}
                {rule.last_hit_at !== undefined && `, ${t('last {ago}', { ago: ago(now.value - rule.last_hit_at) })}`}
              </p>
            </div>
            <div class="row-of">
              <button type="button" class="button small" onClick={() => void turn(rule)}>
                {rule.enabled ? t('Turn off') : t('Turn on')}
              </button>
              <button type="button" class="button small" onClick={() => setWriting(rule)}>
                {t('Change')}
              </button>
              <button type="button" class="button small stop" onClick={() => setRemoving(rule)}>
                {t('Remove')}
              </button>
            </div>
          </li>
        ))}
      </ol>
      {writing && keys.value && channels.value && (
        <RuleDialog
          rule={writing === 'new' ? undefined : writing}
          begin={
            approve === undefined
              ? undefined
              : { name: t('Approve {kind}', { kind: approve }), kind: approve, outcome: 'auto_approve' }
          }
          keys={keys.value.items}
          channels={channels.value.items}
          onClose={close}
          onSaved={() => {
            close();
            rules.reload();
          }}
        />
      )}
      {removing && (
        <Confirm
          title={t('Remove “{name}”?', { name: removing.name })}
          yes={t('Remove')}
          onClose={() => setRemoving(undefined)}
          onYes={async () => {
            await withFresh(() => api.deleteRule(removing.id));
            rules.reload();
          }}
        >
          <p>{t('New actions are no longer asked about it. What it decided stays decided.')}</p>
        </Confirm>
      )}
    </Page>
  );
}
