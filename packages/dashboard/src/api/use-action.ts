import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** An action with its progress and its error. */
export interface Action {
  readonly isBusy: boolean;
  /** Why the last run failed; null if it did not. */
  readonly error: unknown;
  /** Runs the action. Returns whether it succeeded. */
  readonly run: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps the progress and the error of an action. A run during another one does nothing. */
export function useAction(): Action {
  // A mutation, so that a 401 reads the session again, as for every other request.
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
  });
  // The second press of a double click comes before isPending is shown.
  const isRunning = useRef(false);
  const run = async (action: () => Promise<unknown>) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      await mutateAsync(action);
      return true;
    } catch {
      // The caller shows the error.
      return false;
    } finally {
      isRunning.current = false;
    }
  };
  return { isBusy: isPending, error, run };
}
