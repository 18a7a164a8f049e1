import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, useCallback } from 'react';
import type { AdminPaths } from './admin-api.ts';

/** An action with its progress and its error. */
export interface Action {
  readonly isBusy: boolean;
  /** Reports whether a run is under way at this moment: true before `isBusy` is shown. */
  readonly isUnderWay: () => boolean;
  /** Why the last run failed; null if it did not. */
  readonly error: unknown;
  /** Runs the action. Returns whether it succeeded. */
  readonly run: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps the progress and the error of an action. A run during another one does nothing. */
export function useAction(): Action {
  // A mutation, so that a 401 reads the session again, as for every other request.
  const { mutateAsync, isPending, error } = useMutation({ mutationFn: (action: () => Promise<unknown>) => action() });
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
  return { isBusy: isPending, isUnderWay: () => isRunning.current, error, run };
}

/** The action of a dialog. */
export interface DialogAction extends Action {
  /** True if the person closed the dialog during the action. */
  readonly isOutOfSight: boolean;
  /** Closes the dialog; during the action, it only goes out of sight. */
  readonly close: () => void;
}

/** Keeps the action of a dialog. A person may close the dialog during the action: then a failure shows it again. */
export function useDialogAction(onClose: () => void): DialogAction {
  const { isUnderWay, run, ...progress } = useAction();
  const [isOutOfSight, setOutOfSight] = useState(false);
  return {
    ...progress,
    isUnderWay,
    isOutOfSight,
    close: () => (isUnderWay() ? setOutOfSight(true) : onClose()),
    async run(action) {
      const isDone = await run(action);
      if (!isDone) setOutOfSight(false);
      return isDone;
    },
  };
}

/**
 * Returns a function that reports whether a request of `api.useMutation` is under way at this moment. The second press of a double click comes
 * before the button shows the first.
 */
export function useIsUnderWay(): (method: 'post' | 'put', path: keyof AdminPaths) => boolean {
  const queryClient = useQueryClient();
  return useCallback((method, path) => queryClient.isMutating({ mutationKey: [method, path] }) > 0, [queryClient]);
}
