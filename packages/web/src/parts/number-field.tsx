// A labelled input for a whole number within bounds.

import { useId, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onInput: (value: number) => void;
}

export function NumberField({ label, value, onInput, ...bounds }: Props) {
  const id = useId();
  const [isEmpty, setEmpty] = useState(false); // between two numbers: one put there would stand before what is typed
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        required
        value={isEmpty ? '' : value}
        onInput={({ currentTarget: { valueAsNumber: typed } }) => {
          setEmpty(Number.isNaN(typed));
          if (!Number.isNaN(typed)) onInput(typed);
        }}
        {...bounds}
      />
    </div>
  );
}
