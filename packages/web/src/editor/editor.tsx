// Every field that the agent left open, each in the form of its type, with the change marked in place; beneath them the very
// diff that the agent will receive. On a phone one field at a time, and the diff behind a tab.

import type { InboxAction } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Preview } from '../content/preview.tsx';
import { t } from '../i18n/translate.ts';
import { type Draft, isChanged } from '../inbox/draft.ts';
import { useKeys } from '../keyboard/keys.ts';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import type { Sides } from './code-box.tsx';
import './editor.css';
import { FieldBox } from './field-box.tsx';
import { type Field, fieldsOf, sentOf, wrongWith } from './fields.ts';
import { useFullScreen } from './full-screen.ts';
import { HiddenIn, Received } from './received.tsx';
import { PhoneTools, type Tab, Tools, type View } from './tools.tsx';

/** From here on two columns fit. */
const WIDE = '(min-width: 68.75em)';

interface Props {
  readonly action: InboxAction;
  readonly draft: Draft;
  /** Its fields are on the screen. */
  readonly onShown: () => void;
  readonly onChange: (draft: Draft) => void;
  readonly onDiscard: () => void;
}

export function Editor({ action, draft, onShown, onChange, onDiscard }: Props) {
  useEffect(onShown, []);
  const fields = useMemo(() => fieldsOf(action), [action.id]);
  const [resets, setResets] = useState(0);
  const full = useFullScreen();
  const change = (field: Field, text: string) => onChange(withValue(fields, draft, field, text));
  const box = (field: Field, sides: Sides, wrap: boolean, focus: boolean) => (
    <FieldBox
      key={`${field.path} ${sides} ${wrap} ${resets}`}
      field={field}
      text={draft.values[field.path] ?? field.before}
      sides={sides}
      wrap={wrap}
      focus={focus}
      onChange={(text) => change(field, text)}
      onReset={() => {
        change(field, field.before);
        setResets(resets + 1);
      }}
    />
  );
  const preview = previewOf(action, draft);
  const isSame = preview.body === action.preview.body && preview.format === action.preview.format;
  const rendered = (
    <>
      <Preview action={{ ...action, preview }} source={false} onShown={() => undefined} />
      {isChanged(draft) && isSame && (
        <p class="small soft" role="note">
          {t('This text stays as it is: your changes are in other fields.')}
        </p>
      )}
    </>
  );
  const props = { fields, draft, over: action.status !== 'pending', rendered, box, onDiscard };
  const place = useRef<HTMLDivElement>(null);
  useFocusHandedOn(place);
  return (
    <div class={`edit-fields ${full ? 'full' : ''}`} ref={place}>
      {full ? <OnPhone {...props} /> : <AtDesk {...props} />}
    </div>
  );
}

/** As it will be when it is approved like this. */
function previewOf({ preview }: InboxAction, { values }: Draft): InboxAction['preview'] {
  return {
    format: (values['preview.format'] as InboxAction['preview']['format'] | undefined) ?? preview.format,
    body: values['preview.body'] ?? preview.body,
  };
}

interface LayoutProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  /** It was decided or has expired: nobody receives what is written. */
  readonly over: boolean;
  readonly rendered: ComponentChildren;
  readonly box: (field: Field, sides: Sides, wrap: boolean, focus: boolean) => ComponentChildren;
  readonly onDiscard: () => void;
}

/** What is approved is never out of sight: where its text is no field, it stands beside them. */
const hasBody = (fields: readonly Field[]) => fields.some(({ path }) => path === 'preview.body');

function AtDesk({ fields, draft, over, rendered, box }: LayoutProps) {
  const [view, setView] = useState<View>(() => (matchMedia(WIDE).matches ? 'side_by_side' : 'unified'));
  const [wrap, setWrap] = useState(true);
  useKeys(
    {
      sides: () => setView((now) => (now === 'unified' ? 'side_by_side' : 'unified')),
      wrap: () => setWrap((on) => !on),
    },
    [],
  );
  return (
    <>
      {view !== 'rendered' && !hasBody(fields) && rendered}
      <Tools view={view} wrap={wrap} onView={setView} onWrap={() => setWrap(!wrap)} />
      {view === 'rendered' ? rendered : fields.map((field, index) => box(field, view, wrap, index === 0))}
      <HiddenIn fields={fields} draft={draft} />
      <Received fields={fields} draft={draft} over={over} />
    </>
  );
}

function OnPhone({ fields, draft, over, rendered, box, onDiscard }: LayoutProps) {
  const [tab, setTab] = useState<Tab>('edit');
  const [path, setPath] = useState(() => (fields.find((one) => one.path === 'preview.body') ?? fields[0])?.path);
  const field = fields.find((one) => one.path === path);
  return (
    <>
      <PhoneTools
        fields={fields}
        draft={draft}
        path={path}
        tab={tab}
        onPath={setPath}
        onTab={setTab}
        onDiscard={onDiscard}
      />
      {tab === 'view' && rendered}
      {tab === 'edit' && field && box(field, 'plain', true, true)}
      {tab === 'edit' && !hasBody(fields) && rendered}
      {tab !== 'view' && <HiddenIn fields={fields} draft={draft} />}
      {tab === 'diff' && <Received fields={fields} draft={draft} over={over} />}
    </>
  );
}

/** A field that is as it was is not sent. */
function withValue(fields: readonly Field[], { values: before }: Draft, changed: Field, text: string): Draft {
  const { [changed.path]: _, ...others } = before;
  const values = text === changed.before ? others : { ...others, [changed.path]: text };
  const touched = fields.flatMap((field) => {
    const now = values[field.path];
    return now === undefined ? [] : [[field, now] as const];
  });
  const wrong = touched.map(([field, now]) => wrongWith(field, now)).find((words) => words !== undefined);
  return {
    values,
    edited: Object.fromEntries(
      touched
        .filter(([field, now]) => wrongWith(field, now) === undefined)
        .map(([field, now]) => [field.path, sentOf(field, now)]),
    ),
    ...(wrong !== undefined && { wrong }),
  };
}
