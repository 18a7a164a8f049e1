import type { ReactNode } from 'react';
import { useDialogAction } from '../../api/actions.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorMessage } from '../loading.tsx';

export interface FormDialogProps {
  readonly title: string;
  /** The fields. */
  readonly children: ReactNode;
  /** The words of the button, a verb and its object: `Create key`. */
  readonly submit: string;
  /** Sends the form. The dialog shows its progress and its error; the caller closes it. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in a dialog. Enter submits it. If the person closes it while it is sent, the caller still shows what a success created. */
export function FormDialog({ title, children, submit, onSubmit, onClose }: FormDialogProps): ReactNode {
  const { isBusy, error, run, isOutOfSight, close } = useDialogAction(onClose);
  if (isOutOfSight) return null;
  return (
    <Dialog title={title} onClose={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(onSubmit);
        }}
      >
        {children}
        {error !== null && <ErrorMessage error={error} />}
        <div className="actions ending">
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
