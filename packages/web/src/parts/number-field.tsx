// A whole number within bounds, to be typed.

import { useId, useState } from 'preact/hooks';

interface Typed {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onInput: (value: number) => void;
}

/** With its label above it. */
export function NumberField({ label, ...typed }: Typed & { readonly label: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <NumberInput id={id} {...typed} />
    </div>
  );
}

interface Place {
  readonly id?: string;
  readonly class?: string;
  readonly 'aria-label'?: string;
}

export function NumberInput({ value, onInput, ...rest }: Typed & Place) {
  const [isEmpty, setEmpty] = useState(false); // between two numbers: one put there would stand before what is typed
  return (
    <input
      type="number"
      required
      value={isEmpty ? '' : value}
      onInput={({ currentTarget: { valueAsNumber: typed } }) => {
        setEmpty(Number.isNaN(typed));
        if (!Number.isNaN(typed)) onInput(typed);
      }}
      {...rest}
    />
  );
}
