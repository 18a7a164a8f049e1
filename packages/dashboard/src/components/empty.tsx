import type { ReactNode } from 'react';

export interface EmptyProps {
  /** What is missing: `No deliveries yet`. */
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
}

/** Stands where a list would be. */
export function Empty({ title, children }: EmptyProps): ReactNode {
  return (
    <div className="empty stack">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
