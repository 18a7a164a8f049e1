import { type ReactNode, useId, useState } from 'react';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the field loses the focus. */
  readonly onLeave?: (() => void) | undefined;
  /** Below the field: what to enter. */
  readonly hint?: ReactNode;
  /** The fault in the value. Screen readers announce it. */
  readonly fault?: string | undefined;
  readonly type?: 'text' | 'search' | 'url' | 'email' | 'number' | 'datetime-local' | 'password';
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  /** The data that the browser may fill in. Default: none. */
  readonly autoComplete?: 'email';
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
  autoComplete,
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
        autoComplete={autoComplete ?? 'off'}
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

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called when the person has finished: with Enter, or by leaving the field. */
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'datetime-local';
  readonly maxLength?: number;
}

/** A field that filters a list. It changes the list once the text is complete, not with each key. */
export function FilterField({ label, value, onChange, type = 'text', maxLength }: FilterFieldProps): ReactNode {
  const id = useId();
  const [draft, setDraft] = useState(value);
  // Another address, for example by Back, replaces the draft.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setDraft(value);
  }
  const finish = () => {
    if (draft.trim() !== value) onChange(draft.trim());
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className={type === 'text' ? 'code' : undefined}
        value={draft}
        maxLength={maxLength}
        max={type === 'text' ? undefined : '9999-12-31T23:59'}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
        }}
      />
    </div>
  );
}

interface TimeFieldProps {
  readonly label: string;
  /** A time of the service, such as `2026-11-21T09:30:00.000Z`; undefined without one. */
  readonly value: string | undefined;
  /** Called when the person has finished: with a time, or with an empty text. */
  readonly onChange: (value: string) => void;
}

/** A filter by a time, shown in the time zone of the browser. */
export function TimeField({ label, value, onChange }: TimeFieldProps): ReactNode {
  const finish = (local: string) => onChange(local === '' ? '' : new Date(local).toISOString());
  return <FilterField label={label} type="datetime-local" value={toLocal(value)} onChange={finish} />;
}

/** The time as the field takes it: local, to the minute. */
function toLocal(value: string | undefined): string {
  const time = Date.parse(value ?? '');
  if (Number.isNaN(time)) return '';
  const zone_ms = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - zone_ms).toISOString().slice(0, 16);
}
