import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { adviceFor } from '../api/admin-api.ts';
import { Button } from './elements.tsx';

/** Shows that something is being read: `<Loading what="deliveries" />`. It appears after a moment, so that a fast response does not flash. */
export function Loading({ what }: { readonly what: string }): ReactNode {
  return (
    <div className="loading" role="status">
      <progress aria-label={`Loading ${what}`} />
      <p>Loading {what}…</p>
    </div>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The value in words: `12 of 300`. */
  readonly text: string;
}

/** A bar with words that shows how much is done or used. */
export function Progress({ label, value, max, text }: ProgressProps): ReactNode {
  const share = max === 0 ? 1 : value / max;
  return (
    <div className="progress">
      <p>
        <span>{label}</span> <span className="quiet">{text}</span>
      </p>
      <progress
        className={share >= 0.9 ? 'full' : undefined}
        aria-label={`${label}: ${text}`}
        value={Math.min(value, max)}
        max={max || 1}
      />
    </div>
  );
}

interface EmptyProps {
  /** The missing thing: `No deliveries yet`. */
  readonly title: string;
  /** The next step. */
  readonly children: ReactNode;
}

/** Stands where a list would be. */
export function Empty({ title, children }: EmptyProps): ReactNode {
  return (
    <div className="empty stack">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface ErrorMessageProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** The problem and its fix. Screen readers announce it. */
export function ErrorMessage({ error, onRetry }: ErrorMessageProps): ReactNode {
  return (
    <div className="error-message" role="alert">
      <p>
        <strong>{error instanceof Error ? error.message : 'Something unexpected happened.'}</strong>
      </p>
      <p>{adviceFor(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Names the cells that did not respond, whose rows a page lacks. Shows nothing if every cell responded. */
export function MissingCells({ names }: { readonly names?: readonly string[] | undefined }): ReactNode {
  if (names === undefined) return null;
  return (
    <div className="error-message" role="status">
      <p>Unavailable cells: {names.join(', ')}. Their rows are missing here.</p>
    </div>
  );
}

/** Shows a message for a few seconds. Screen readers announce it. */
type Announce = (message: string, tone?: 'good' | 'bad') => void;

const AnnounceContext = createContext<Announce>(() => undefined);
const shownFor = 6000;

interface Announcement {
  readonly message: string;
  readonly tone: 'good' | 'bad';
}

/** The place of short messages about what has happened. A message about what went wrong belongs beside its cause: ErrorMessage. */
export function StatusRegion({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<Announcement | null>(null);
  const announce = useCallback<Announce>((message, tone = 'good') => setShown({ message, tone }), []);

  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div className="status-region" role="status">
        {shown && <p className={`toast ${shown.tone}`}>{shown.message}</p>}
      </div>
    </AnnounceContext.Provider>
  );
}

/** Returns the function that shows a short message. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}
