import { useState } from 'react';

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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      await action();
      setBusy(false);
      return true;
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
      return false;
    }
  };
  return { isBusy, error, run };
}
