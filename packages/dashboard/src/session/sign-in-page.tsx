import type { ReactNode } from 'react';
import { CodeBlock } from '../components/code-block.tsx';
import { ScreenTitle } from '../components/screen-title.tsx';

/** The page without a session: what happened, and how to get a sign-in link. */
export function SignInPage({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <main className="sign-in">
      <p className="brand">Booking Service</p>
      <div className="card stack">
        <ScreenTitle>{title}</ScreenTitle>
        {children}
        <p>The sandbox prints a link when it starts. On the computer of the service, a command prints another one:</p>
        <CodeBlock label="The command that prints a link">booking-service dashboard link --role operator</CodeBlock>
        <p className="quiet">
          For one organization, use <code>--org ID --role viewer</code>, <code>developer</code> or <code>admin</code>.
          In a checkout, the command begins with <code>npm run booking-service --</code>.
        </p>
      </div>
    </main>
  );
}
