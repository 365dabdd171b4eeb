// Every field that the agent left open, each in the form of its type, with the change marked in place; beneath them the very
// diff that the agent will receive.

import type { InboxAction } from '@countersign/contract';
import { unifiedDiff } from '@countersign/contract/shown/edit-diff';
import { marksIn } from '@countersign/contract/shown/marks';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Lines } from '../content/lines.tsx';
import { Preview } from '../content/preview.tsx';
import type { Draft } from '../inbox/draft.ts';
import { bindKeys } from '../keyboard/keys.ts';
import type { Sides } from './code-box.tsx';
import './editor.css';
import { FieldBox } from './field-box.tsx';
import { type Field, fieldsOf, sentOf, shownOf, wrongWith } from './fields.ts';

/** From here on two columns fit. */
const WIDE = '(min-width: 1100px)';
/** A diff of large texts takes a while: it waits for a pause. */
const PAUSE_MS = 120;

interface Props {
  readonly action: InboxAction;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function Editor({ action, draft, onChange }: Props) {
  const fields = useMemo(() => fieldsOf(action), [action.id]);
  const [view, setView] = useState<Sides | 'rendered'>(() => (matchMedia(WIDE).matches ? 'side_by_side' : 'unified'));
  const [wrap, setWrap] = useState(true);
  const [resets, setResets] = useState(0);
  useEffect(
    () =>
      bindKeys({
        sides: () => setView((now) => (now === 'unified' ? 'side_by_side' : 'unified')),
        wrap: () => setWrap((on) => !on),
      }),
    [],
  );
  const change = (field: Field, text: string) => onChange(withValue(fields, draft, field, text));
  const body = draft.values['preview.body'] ?? action.preview.body;
  return (
    <div class="edit-fields">
      <Tools view={view} wrap={wrap} onView={setView} onWrap={() => setWrap(!wrap)} />
      {view === 'rendered' ? (
        <Preview
          action={{ ...action, preview: { ...action.preview, body } }}
          source={false}
          onShown={() => undefined}
        />
      ) : (
        fields.map((field, index) => (
          <FieldBox
            key={`${field.path} ${view} ${wrap} ${resets}`}
            field={field}
            text={draft.values[field.path] ?? field.before}
            sides={view}
            wrap={wrap}
            focus={index === 0}
            onChange={(text) => change(field, text)}
            onReset={() => {
              change(field, field.before);
              setResets(resets + 1);
            }}
          />
        ))
      )}
      <Hidden fields={fields} draft={draft} />
      <Received fields={fields} draft={draft} />
    </div>
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

interface ToolsProps {
  readonly view: Sides | 'rendered';
  readonly wrap: boolean;
  readonly onView: (view: Sides | 'rendered') => void;
  readonly onWrap: () => void;
}

const VIEWS = [
  ['unified', 'Unified'],
  ['side_by_side', 'Side by side'],
  ['rendered', 'Rendered'],
] as const;

function Tools({ view, wrap, onView, onWrap }: ToolsProps) {
  return (
    <div class="row-of edit-tools" role="toolbar" aria-label="How the change is shown">
      {VIEWS.map(([name, says]) => (
        <button key={name} type="button" class="button small" aria-pressed={view === name} onClick={() => onView(name)}>
          {says}
        </button>
      ))}
      <button type="button" class="button small plain" aria-pressed={wrap} onClick={onWrap}>
        Wrap
      </button>
      <span class="small soft">Draft kept in this tab only</span>
    </div>
  );
}

function Hidden({ fields, draft }: { readonly fields: readonly Field[]; readonly draft: Draft }) {
  const hidden = useMemo(
    () =>
      fields.reduce((sum, { path, before, type }) => {
        const text = draft.values[path] ?? before;
        return type === 'text' || type === 'line' || type === 'json' ? sum + marksIn(text).length : sum;
      }, 0),
    [draft],
  );
  if (hidden === 0) return null;
  return (
    <p class="notice warn" role="note">
      <span class="grow">Hidden characters in your version: {hidden.toLocaleString()}, shown as codes.</span>
    </p>
  );
}

function Received({ fields, draft }: { readonly fields: readonly Field[]; readonly draft: Draft }) {
  const [diff, setDiff] = useState(() => diffOf(fields, draft));
  useEffect(() => {
    const timer = setTimeout(() => setDiff(diffOf(fields, draft)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const lines = diff.split('\n');
  const count = (sign: '+' | '-') =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return (
    <section class="written" aria-label="Your changes">
      <header>
        <span>The agent will receive your version and this diff.</span>
        {diff !== '' && (
          <span class="digits">
            +{count('+')} −{count('-')} lines
          </span>
        )}
      </header>
      <div class="inside">
        {draft.wrong !== undefined && <p class="wrong">{draft.wrong}</p>}
        {diff === '' ? <p class="soft">Nothing changed yet.</p> : <Lines text={diff} diff onShown={() => undefined} />}
      </div>
    </section>
  );
}

/** In the order in which they are sent, which is the server's. */
function diffOf(fields: readonly Field[], { edited, values }: Draft): string {
  return Object.keys(edited)
    .flatMap((path) => {
      const field = fields.find((one) => one.path === path);
      return field ? [unifiedDiff(path, field.shownBefore, shownOf(field, values[path] ?? ''))] : [];
    })
    .join('');
}
