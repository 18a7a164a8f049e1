import type { ReactNode } from 'react';

export interface EmptyProps {
  /** The missing thing: `No deliveries yet`. */
  readonly title: string;
  /** The next step. */
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
