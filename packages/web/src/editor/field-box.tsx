// One field, in the form of its type: a text, one line of it, a number, yes or no, a choice, JSON.

import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { CodeBox, type Sides } from './code-box.tsx';
import { type Field, wrongWith } from './fields.ts';

const FORMATS = { markdown: 'Markdown', plain: 'Plain text', diff: 'Diff' } as const;
const YES_NO = { true: 'Yes', false: 'No' } as const;

interface Props {
  readonly field: Field;
  readonly text: string;
  readonly sides: Sides;
  readonly wrap: boolean;
  readonly focus: boolean;
  readonly onChange: (text: string) => void;
  readonly onReset: () => void;
}

export function FieldBox({ field, text, sides, wrap, focus, onChange, onReset }: Props) {
  const id = useId();
  const plain = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focus) plain.current?.focus(); // code takes it itself, when it is there
  }, []);
  const { type, label, path, before } = field;
  const wrong = text === before ? undefined : wrongWith(field, text);
  const isCode = type === 'text' || type === 'line' || type === 'json';
  return (
    <div class="field">
      <div class="row-of">
        {isCode ? <b translate={label !== path}>{label}</b> : <label for={id}>{label}</label>}
        {label !== path && <code class="soft small">{path}</code>}
        {text !== before && (
          <button type="button" class="link-button small" onClick={onReset}>
            {t('Reset field')}
          </button>
        )}
      </div>
      {isCode ? (
        <CodeBox
          path={path}
          label={label}
          before={before}
          initial={text}
          sides={sides}
          wrap={wrap}
          oneLine={type === 'line'}
          focus={focus}
          wrong={wrong}
          onChange={onChange}
        />
      ) : type === 'number' ? (
        <>
          <input
            id={id}
            ref={plain as RefObject<HTMLInputElement>}
            class="narrow"
            inputMode="decimal"
            autocomplete="off"
            value={text}
            aria-invalid={wrong !== undefined}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {wrong && <span class="wrong">{wrong}</span>}
        </>
      ) : (
        <select
          id={id}
          ref={plain as RefObject<HTMLSelectElement>}
          class="narrow"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {Object.entries(type === 'yes_no' ? YES_NO : FORMATS).map(([value, says]) => (
            <option key={value} value={value}>
              {t(says)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
