import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';

/** Shows a message for a few seconds. Screen readers announce it. */
export type Announce = (message: string, tone?: 'good' | 'bad') => void;

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
