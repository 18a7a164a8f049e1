import type { ReactNode } from 'react';
import { useAnnounce } from './status-region.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** The label for screen readers: `Copy the id`. */
  readonly label: string;
}

/** Copies a text, and announces that it did. */
export function CopyButton({ text, label }: CopyButtonProps): ReactNode {
  const announce = useAnnounce();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => announce('Copied.'),
      () => announce('The browser did not allow copying. Select the text and copy it.', 'bad'),
    );
  return (
    <button type="button" className="button copy" aria-label={label} title={label} onClick={() => void copy()}>
      <svg aria-hidden="true" viewBox="0 0 16 16" width="14" height="14">
        <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
    </button>
  );
}

export interface CopiedProps {
  readonly text: string;
  /** The label for screen readers. Default: `Copy` and the text. */
  readonly label?: string;
}

/** An id or another exact text, with a button that copies it. */
export function Copied({ text, label = `Copy ${text}` }: CopiedProps): ReactNode {
  return (
    <span className="copied">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
