import type { ReactNode } from 'react';
import { useDialogAction } from '../api/actions.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './loading.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** The effect of the action, and whether it can be undone. */
  readonly children: ReactNode;
  /** The words of the button, a verb and its object: `Revoke key`. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** The action. The dialog shows its progress and its error, and closes when it has succeeded. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an action. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isDangerous,
  onConfirm,
  onClose,
}: ConfirmDialogProps): ReactNode {
  const { isBusy, error, run, isOutOfSight, close } = useDialogAction(onClose);
  const confirmed = async () => {
    if (await run(onConfirm)) onClose();
  };
  if (isOutOfSight) return null;
  return (
    <Dialog title={title} onClose={close}>
      {children}
      {error !== null && <ErrorMessage error={error} />}
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={() => void confirmed()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
