import type { ReactNode } from 'react';

export interface FactsProps {
  /** Term and value of each row. A row whose value is null is left out. */
  readonly rows: readonly (readonly [term: string, value: ReactNode])[];
}

/** The properties of one thing: a list of terms and values. */
export function Facts({ rows }: FactsProps): ReactNode {
  return (
    <dl className="facts">
      {rows
        .filter(([, value]) => value !== null)
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
