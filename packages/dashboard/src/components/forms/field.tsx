import { useId, type ReactNode } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the field loses the focus. */
  readonly onLeave?: (() => void) | undefined;
  /** Below the field: what to enter. */
  readonly hint?: ReactNode;
  /** The fault in the value. Screen readers announce it. */
  readonly fault?: string | undefined;
  readonly type?: 'text' | 'search' | 'url' | 'number' | 'datetime-local' | 'password';
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  /** Ids, URLs and secrets: a font with equal widths, and no spelling check. */
  readonly isCode?: boolean;
}

/** A text field with its label, its hint and its fault. */
export function Field({
  label,
  value,
  onChange,
  hint,
  fault,
  isCode = false,
  isRequired,
  onLeave,
  ...rest
}: FieldProps): ReactNode {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={isCode ? 'code' : undefined}
        value={value}
        required={isRequired}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={described === '' ? undefined : described}
        onBlur={onLeave}
        autoComplete="off"
        spellCheck={isCode ? false : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
