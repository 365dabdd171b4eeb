// A labelled input, with what is wrong beneath it.

import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'time';
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly placeholder?: string | undefined;
  readonly pattern?: string;
  readonly inputMode?: 'numeric';
  readonly value: string;
  readonly hint?: ComponentChildren;
  readonly wrong?: string | undefined;
  readonly onInput: (value: string) => void;
}

export function Field({ label, hint, wrong, onInput, ...input }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        aria-describedby={hint || wrong ? `${id}-more` : undefined}
        aria-invalid={wrong !== undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        {...(input as JSX.IntrinsicElements['input'])}
      />
      {(hint || wrong) && (
        <span id={`${id}-more`} class={wrong ? 'wrong' : 'hint'}>
          {wrong ?? hint}
        </span>
      )}
    </div>
  );
}
