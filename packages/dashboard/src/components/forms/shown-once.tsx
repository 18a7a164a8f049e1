import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { CodeBlock } from '../code-block.tsx';
import { Dialog } from '../dialog.tsx';

export interface ShownOnceProps {
  readonly title: string;
  /** The secret. */
  readonly secret: string;
  /** The name of the secret: `The API key`. */
  readonly label: string;
  /** Its purpose, and the steps if it is lost. */
  readonly children: ReactNode;
  /** True if the settings show it again. Default: false. */
  readonly isShownAgain?: boolean;
  readonly onClose: () => void;
}

/** Shows a new secret, which is copied before the dialog is closed. */
export function ShownOnce({
  title,
  secret,
  label,
  children,
  isShownAgain = false,
  onClose,
}: ShownOnceProps): ReactNode {
  return (
    <Dialog title={title} staysOpen onClose={onClose}>
      <p>
        <strong>Copy it now. {isShownAgain ? 'The settings show it again.' : 'It is shown only once.'}</strong>
      </p>
      <CodeBlock label={label}>{secret}</CodeBlock>
      {children}
      <div className="actions">
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
