// Writing a channel: its type, what the platform needs, and what it is told.

import type { Channel, ChannelEvent, ChannelType } from '@countersign/contract';
import { useId, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { withFresh } from '../people/fresh.tsx';
import { type ChannelDraft, canAnswer, channelOf, draftOf, fieldsOf, NEW_CHANNEL } from './draft.ts';
import { EVENTS, TYPES } from './words.ts';

/** From their words: the contract's own lists would bring all of its schemas to the page. */
const ALL_TYPES = Object.keys(TYPES) as readonly ChannelType[];
const ALL_EVENTS = Object.keys(EVENTS) as readonly ChannelEvent[];

interface Props {
  /** Undefined: a new one. */
  readonly channel: Channel | undefined;
  readonly reviewers: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
  readonly onSaved: (channel: Channel) => void;
}

export function ChannelDialog({ channel, reviewers, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState<ChannelDraft>(channel ? draftOf(channel) : NEW_CHANNEL);
  const set = (change: Partial<ChannelDraft>) => setDraft({ ...draft, ...change });
  const save = async () => {
    const { type: _, ...changes } = channelOf(draft);
    const saved = await withFresh(() =>
      channel ? api.updateChannel(channel.id, changes) : api.createChannel(channelOf(draft)),
    );
    if (saved) onSaved(saved);
  };
  return (
    <Dialog title={channel ? t('Change the channel') : t('New channel')} onClose={onClose}>
      <Form onSend={save}>
        <Field label={t('Name')} value={draft.name} maxLength={200} required onInput={(name) => set({ name })} />
        {!channel && <TypePicker draft={draft} set={set} />}
        {fieldsOf(draft).map(({ name, label, hint, secret, optional }) => (
          <Field
            key={name}
            label={optional ? t('{label} (not needed)', { label: t(label) }) : t(label)}
            hint={secret && channel ? t('It is not shown again; leave it to keep it') : hint && t(hint)}
            autocomplete="off"
            maxLength={2048}
            required={!optional}
            value={draft.fields[name] ?? ''}
            onInput={(value) => set({ fields: { ...draft.fields, [name]: value } })}
          />
        ))}
        {canAnswer(draft) && (
          <Approvers value={draft.approvers} reviewers={reviewers} onInput={(approvers) => set({ approvers })} />
        )}
        <Told draft={draft} set={set} />
        <FormEnd>
          <button type="submit" class="button main" disabled={draft.events.length === 0}>
            {channel ? t('Save the channel') : t('Add the channel')}
          </button>
        </FormEnd>
      </Form>
    </Dialog>
  );
}

interface Part {
  readonly draft: ChannelDraft;
  readonly set: (change: Partial<ChannelDraft>) => void;
}

function TypePicker({ draft, set }: Part) {
  const id = useId();
  return (
    <>
      <div class="field">
        <label for={id}>{t('Where')}</label>
        <select
          id={id}
          value={draft.type}
          onChange={({ currentTarget }) => set({ type: currentTarget.value as ChannelDraft['type'], fields: {} })}
        >
          {ALL_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(TYPES[type])}
            </option>
          ))}
        </select>
      </div>
      {(draft.type === 'slack' || draft.type === 'discord') && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.bot}
            onChange={({ currentTarget }) => set({ bot: currentTarget.checked, fields: {} })}
          />
          {t('With a bot: messages can be answered there, and change when it is decided')}
        </label>
      )}
    </>
  );
}

interface ApproversProps {
  readonly value: string;
  readonly reviewers: Props['reviewers'];
  readonly onInput: (value: string) => void;
}

function Approvers({ value, reviewers, onInput }: ApproversProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t('Who may decide there')}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        aria-describedby={`${id}-more`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span id={`${id}-more`} class="hint">
        {t('An id of the platform on each line. To have someone decide as a reviewer of ours, add their id:')}{' '}
        {reviewers.slice(0, 5).map((reviewer, at) => (
          <span key={reviewer.id}>
            {at > 0 && ', '}
            <bdi>{reviewer.name}</bdi> <code>{`= ${reviewer.id}`}</code>
          </span>
        ))}
      </span>
    </div>
  );
}

function Told({ draft, set }: Part) {
  const turn = (event: ChannelEvent) =>
    set({
      events: ALL_EVENTS.filter((one) => (one === event ? !draft.events.includes(one) : draft.events.includes(one))),
    });
  return (
    <fieldset class="stack tight plain-set">
      <legend>{t('Tell when')}</legend>
      {ALL_EVENTS.map((event) => (
        <label class="check" key={event}>
          <input type="checkbox" checked={draft.events.includes(event)} onChange={() => turn(event)} />
          {t(EVENTS[event])}
        </label>
      ))}
      {draft.events.includes('watcher.matched') && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.instead}
            onChange={({ currentTarget }) => set({ instead: currentTarget.checked })}
          />
          {t('What watchers find goes here instead of the inbox')}
        </label>
      )}
      <Field
        label={t('Only these kinds')}
        hint={t('* stands for anything: payment.* ; empty means all')}
        value={draft.kinds}
        maxLength={2000}
        onInput={(kinds) => set({ kinds })}
      />
      <NumberField
        label={t('Gather for so many seconds (0: one message each)')}
        value={draft.digest_window_sec}
        min={0}
        max={3600}
        onInput={(digest_window_sec) => set({ digest_window_sec })}
      />
    </fieldset>
  );
}
