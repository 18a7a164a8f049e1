import { useId, type ReactNode } from 'react';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The values and their words. */
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
  readonly hint?: ReactNode;
  /** An empty value cannot be submitted. */
  readonly isRequired?: boolean;
}

/** A choice from a short list: a native select. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  isRequired,
}: SelectProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        required={isRequired}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          const chosen = options.find(([each]) => each === event.currentTarget.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
