import type { ReactNode } from 'react';
import { FilterField } from './filter-field.tsx';

export interface TimeFieldProps {
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
