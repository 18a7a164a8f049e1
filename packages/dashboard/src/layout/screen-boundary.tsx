import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { ScreenTitle } from '../components/screen.tsx';

export interface ScreenBoundaryProps {
  readonly children: ReactNode;
}

/** Shows what to do in place of a screen that could not be loaded or shown. The navigation stays. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <ScreenTitle>This screen cannot be shown</ScreenTitle>
        <div className="error-message" role="alert">
          <p>
            <strong>The browser could not load this screen, or the screen failed.</strong>
          </p>
          <p>
            Check that the service runs and that you are connected, then load the page again. An update of the service
            also needs this. If it happens again, report it with what you did.
          </p>
          <Button onClick={() => location.reload()}>Load the page again</Button>
        </div>
      </>
    );
  }
}
