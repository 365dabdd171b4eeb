// Writing a rule: a sentence with holes, and what it would have done before it can be saved.

import type { Channel, Key, Rule } from '@countersign/contract';
import { useId, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t, tn } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { NumberField } from '../parts/number-field.tsx';
import { withFresh } from '../people/fresh.tsx';
import { changesOf, type DraftCondition, draftOf, isWhole, NEW_RULE, type RuleDraft, ruleOf } from './draft.ts';
import { DryRunResult, useDryRun } from './dry-run.tsx';
import { OPS, OUTCOMES } from './words.ts';

/** As much of a channel as a rule needs. */
type NamedChannel = Pick<Channel, 'id' | 'name'>;

interface Props {
  /** Undefined: a new one. */
  readonly rule: Rule | undefined;
  /** What a new one begins with. */
  readonly begin?: Partial<RuleDraft> | undefined;
  readonly keys: readonly Key[];
  readonly channels: readonly NamedChannel[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function RuleDialog({ rule, begin, keys, channels, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState<RuleDraft>(rule ? draftOf(rule) : { ...NEW_RULE, ...begin });
  const set = (change: Partial<RuleDraft>) => setDraft({ ...draft, ...change });
  const body = ruleOf(draft);
  const whole = isWhole(draft);
  const run = useDryRun(body, whole);
  const save = async () => {
    const saved = await withFresh(() =>
      rule ? api.updateRule(rule.id, changesOf(rule, draft)) : api.createRule(body),
    );
    if (saved) onSaved();
  };
  return (
    <Dialog title={rule ? t('Change the rule') : t('New rule')} onClose={onClose}>
      <Form onSend={save}>
        <Field label={t('Name')} value={draft.name} maxLength={200} required onInput={(name) => set({ name })} />
        <fieldset class="stack tight plain-set">
          <legend>{t('When this holds')}</legend>
          <Field
            label={t('Kind')}
            hint={t('* stands for anything: payment.*')}
            value={draft.kind}
            maxLength={100}
            required
            onInput={(kind) => set({ kind })}
          />
          <Agent keys={keys} value={draft.created_by} onPick={(created_by) => set({ created_by })} />
          <Field
            label={t('Hosts of the target')}
            hint={t('api.example.com *.example.org; empty means any target, or none')}
            value={draft.hosts}
            onInput={(hosts) => set({ hosts })}
          />
          <Conditions conditions={draft.conditions} onChange={(conditions) => set({ conditions })} />
        </fieldset>
        <fieldset class="stack tight plain-set">
          <legend>{t('Then')}</legend>
          <Outcome draft={draft} channels={channels} set={set} />
        </fieldset>
        {whole && <DryRunResult run={run} action={body.rule_action} />}
        <FormEnd>
          <button type="submit" class="button main" disabled={run.value === undefined || draft.name.trim() === ''}>
            {rule ? t('Save the rule') : t('Make the rule')}
          </button>
        </FormEnd>
      </Form>
    </Dialog>
  );
}

/** What nobody can approve expires: said before the rule is made. */
function TooFew({ asked }: { readonly asked: number }) {
  const people = useLoaded(() => api.listReviewers()).value?.items;
  const count = people?.filter(({ status, role }) => status === 'active' && role !== 'viewer').length;
  if (count === undefined || count >= asked) return null;
  return (
    <p class="notice warn" role="status">
      {tn(
        count,
        'Only one person here can approve: what needs more expires.',
        'Only {count} people here can approve: what needs more expires.',
      )}
    </p>
  );
}

interface AgentProps {
  readonly keys: readonly Key[];
  readonly value: string;
  readonly onPick: (id: string) => void;
}

function Agent({ keys, value, onPick }: AgentProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t('Agent')}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        <option value="">{t('any')}</option>
        {keys
          .filter(({ revoked, id: key }) => !revoked || key === value)
          .map((key) => (
            <option key={key.id} value={key.id}>
              {key.name}
            </option>
          ))}
        {value !== '' && !keys.some((key) => key.id === value) && <option value={value}>{value}</option>}
      </select>
    </div>
  );
}

interface ConditionsProps {
  readonly conditions: readonly DraftCondition[];
  readonly onChange: (conditions: readonly DraftCondition[]) => void;
}

function Conditions({ conditions, onChange }: ConditionsProps) {
  const change = (at: number, part: Partial<DraftCondition>) =>
    onChange(conditions.map((condition, index) => (index === at ? { ...condition, ...part } : condition)));
  return (
    <>
      {conditions.map(({ path, op, text }, at) => (
        <div class="condition" key={at}>
          <input
            aria-label={t('Payload value {n}', { n: at + 1 })}
            placeholder="amount"
            value={path}
            maxLength={512}
            required
            onInput={({ currentTarget }) => change(at, { path: currentTarget.value })}
          />
          <select
            aria-label={t('Comparison {n}', { n: at + 1 })}
            value={op}
            onChange={({ currentTarget }) => change(at, { op: currentTarget.value as DraftCondition['op'] })}
          >
            {Object.entries(OPS).map(([name, says]) => (
              <option key={name} value={name}>
                {t(says)}
              </option>
            ))}
          </select>
          <input
            aria-label={t('Compared with {n}', { n: at + 1 })}
            placeholder={op === 'exists' ? t('true or false') : op === 'in' || op === 'not_in' ? 'EUR, CHF' : '50'}
            value={text}
            maxLength={1000}
            required={op !== 'exists'}
            onInput={({ currentTarget }) => change(at, { text: currentTarget.value })}
          />
          <button
            type="button"
            class="button plain small"
            aria-label={t('Remove condition {n}', { n: at + 1 })}
            onClick={() => onChange(conditions.filter((_, index) => index !== at))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button small"
        disabled={conditions.length >= 20}
        onClick={() => onChange([...conditions, { path: '', op: 'lt', text: '' }])}
      >
        {t('And a value of the payload…')}
      </button>
    </>
  );
}

interface OutcomeProps {
  readonly draft: RuleDraft;
  readonly channels: readonly NamedChannel[];
  readonly set: (change: Partial<RuleDraft>) => void;
}

function Outcome({ draft, channels, set }: OutcomeProps) {
  const id = useId();
  return (
    <>
      <div class="field">
        <label for={id}>{t('What happens')}</label>
        <select
          id={id}
          value={draft.outcome}
          onChange={({ currentTarget }) => set({ outcome: currentTarget.value as RuleDraft['outcome'] })}
        >
          {Object.entries(OUTCOMES).map(([name, says]) => (
            <option key={name} value={name}>
              {t(says)}
            </option>
          ))}
        </select>
      </div>
      {draft.outcome === 'require_n_approvers' && (
        <>
          <NumberField label={t('How many')} value={draft.n} min={2} max={10} onInput={(n) => set({ n })} />
          <TooFew asked={draft.n} />
        </>
      )}
      {draft.outcome === 'set_expiry' && (
        <NumberField
          label={t('Minutes')}
          value={draft.minutes}
          min={5}
          max={43_200}
          onInput={(minutes) => set({ minutes })}
        />
      )}
      {draft.outcome === 'escalate' && (
        <>
          <ChannelPicker channels={channels} value={draft.channel_id} onPick={(channel_id) => set({ channel_id })} />
          <NumberField
            label={t('After so many minutes')}
            value={draft.minutes}
            min={1}
            max={43_200}
            onInput={(minutes) => set({ minutes })}
          />
        </>
      )}
      {draft.outcome === 'auto_reject' && (
        <Field
          label={t('Reason, which the agent is told')}
          value={draft.reason}
          maxLength={2000}
          onInput={(reason) => set({ reason })}
        />
      )}
      {draft.outcome === 'auto_approve' && (
        <p class="notice warn">{t('Nobody will look at these actions before they are carried out.')}</p>
      )}
      <NumberField
        label={t('Priority (lower comes first)')}
        value={draft.priority}
        min={1}
        max={9999}
        onInput={(priority) => set({ priority })}
      />
    </>
  );
}

interface ChannelProps {
  readonly channels: readonly NamedChannel[];
  readonly value: string;
  readonly onPick: (id: string) => void;
}

function ChannelPicker({ channels, value, onPick }: ChannelProps) {
  const id = useId();
  if (channels.length === 0)
    return (
      <p class="notice warn">
        {t('There is no channel yet.')} <a href="/channels">{t('Add one first.')}</a>
      </p>
    );
  return (
    <div class="field">
      <label for={id}>{t('Channel')}</label>
      <select id={id} value={value} required onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        <option value="">{t('choose…')}</option>
        {channels.map((channel) => (
          <option key={channel.id} value={channel.id}>
            {channel.name}
          </option>
        ))}
      </select>
    </div>
  );
}
