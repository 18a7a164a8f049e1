import { useState } from 'react';
import { useAction, type Action } from './use-action.ts';

/** The action of a dialog. */
export interface DialogAction extends Action {
  /** True if the person closed the dialog during the action. */
  readonly isOutOfSight: boolean;
  /** Closes the dialog; during the action, it only goes out of sight. */
  readonly close: () => void;
}

/** Keeps the action of a dialog. A person may close the dialog during the action: then a failure shows it again. */
export function useDialogAction(onClose: () => void): DialogAction {
  const { isBusy, error, run } = useAction();
  const [isOutOfSight, setOutOfSight] = useState(false);
  return {
    isBusy,
    error,
    isOutOfSight,
    close: () => (isBusy ? setOutOfSight(true) : onClose()),
    async run(action) {
      const isDone = await run(action);
      if (!isDone) setOutOfSight(false);
      return isDone;
    },
  };
}
