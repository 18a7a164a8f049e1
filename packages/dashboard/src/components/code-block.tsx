import { useMemo, type ReactNode } from 'react';
import { useAnnounce } from './loading.tsx';

export interface CodeBlockProps {
  /** The exact text. The copy button copies it. */
  readonly children: string;
  /** The label of the text, for screen readers and the copy button. */
  readonly label: string;
  /** Shows JSON with indentation and colors. A text that is not JSON is shown as it is. */
  readonly isJson?: boolean;
}

/** A text in a box that scrolls, with a button that copies it. */
export function CodeBlock({ children, label, isJson = false }: CodeBlockProps): ReactNode {
  const shown = useMemo(() => (isJson ? colored(indented(children)) : children), [children, isJson]);
  return (
    <div className="code-block">
      <CopyButton text={children} label={`Copy: ${label}`} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A longer text is shown without colors: each one is an element. */
const longestColored = 20_000;
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

function colored(text: string): ReactNode {
  if (text.length > longestColored) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [token, string, colon = ''] = match;
    const word = string ?? token;
    const kind = string === undefined ? 'literal' : colon === '' ? 'string' : 'name';
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={kind}>
        {word}
      </span>,
      colon,
    );
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}

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
