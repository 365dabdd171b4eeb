// A labelled input for a whole number within bounds.

import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onInput: (value: number) => void;
}

export function NumberField({ label, value, onInput, ...bounds }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        required
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.valueAsNumber || bounds.min)}
        {...bounds}
      />
    </div>
  );
}
