import type { ReactNode } from 'react';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorMessage } from '../error-message.tsx';

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

/** A form in a dialog. Enter submits it. */
export function FormDialog({ title, children, submit, onSubmit, onClose }: FormDialogProps): ReactNode {
  const { isBusy, error, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
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
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
