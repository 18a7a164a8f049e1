import type { ReactNode } from 'react';
import { adviceFor } from '../api/problem.ts';
import { Button } from './button.tsx';

export interface ErrorMessageProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** The problem and its fix. Screen readers announce it. */
export function ErrorMessage({ error, onRetry }: ErrorMessageProps): ReactNode {
  return (
    <div className="error-message" role="alert">
      <p>
        <strong>{error instanceof Error ? error.message : 'Something unexpected happened.'}</strong>
      </p>
      <p>{adviceFor(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
