import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { ErrorMessage } from '../components/loading.tsx';
import { ScreenTitle } from '../components/screen-title.tsx';
import { keepReturnAddress } from './return-address.ts';
import { readIssuers, startIssuerSignIn } from './session.ts';

/** The page without a session: what happened, and how to sign in. */
export function SignInPage({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <main className="sign-in">
      <p className="brand">Booking Service</p>
      <div className="card stack">
        <ScreenTitle>{title}</ScreenTitle>
        {children}
        <IssuerButtons />
        <p>A sign-in link works, too: once, and for 15 minutes. There are no passwords.</p>
        <p className="quiet">
          To get access or a new link, ask the people who run this service. Say for which organization, and what you
          want to do.
        </p>
        {isThisComputer() && (
          <>
            <p>On the computer of the service, a command prints a link:</p>
            <CodeBlock label="The command that prints a link">booking-service dashboard link --role operator</CodeBlock>
          </>
        )}
      </div>
    </main>
  );
}

/** One button for each issuer of the service. */
function IssuerButtons(): ReactNode {
  const { data: issuers = [] } = useQuery({ queryKey: ['sign-in-options'], queryFn: readIssuers });
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: startIssuerSignIn,
    onSuccess(url) {
      keepReturnAddress();
      location.assign(url);
    },
  });
  if (issuers.length === 0) return null;
  return (
    <>
      {issuers.map(({ name, title }) => (
        <Button
          key={name}
          kind="primary"
          // The browser stays here until the page of the issuer has come.
          isBusy={(isPending || isSuccess) && variables === name}
          onClick={() => mutate(name)}
        >
          Continue with {title}
        </Button>
      ))}
      {error && <ErrorMessage error={error} />}
    </>
  );
}

/** True if the page comes from a service on this computer. A customer has no command of it. */
function isThisComputer(): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(location.hostname);
}
