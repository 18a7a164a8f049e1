import { useId, useState, type ReactNode } from 'react';

export interface FilterFieldProps {
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
