import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'bad' | 'waiting' | 'accent';

export interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A state in one or two words. The words say it; the color repeats it. */
export function Badge({ tone = 'neutral', children }: BadgeProps): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}
