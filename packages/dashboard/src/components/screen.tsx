import { useEffect, type ReactNode } from 'react';

/** The props of a screen: the parts of its address. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface ScreenTitleProps {
  /** The title of the screen. It is also the title of the browser's tab. */
  readonly children: string;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
}

/** The heading of a screen. Every screen begins with one. */
export function ScreenTitle({ children, actions }: ScreenTitleProps): ReactNode {
  useEffect(() => {
    document.title = `${children} · Booking Service`;
  }, [children]);
  return (
    <header className="screen-title">
      <h1 tabIndex={-1}>{children}</h1>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </header>
  );
}
