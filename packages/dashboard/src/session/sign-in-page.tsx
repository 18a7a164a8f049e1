import type { SignInOptions } from '@booking-service/contract/admin';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/elements.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Field } from '../components/field.tsx';
import { ErrorMessage } from '../components/loading.tsx';
import { ScreenTitle } from '../components/screen.tsx';
import { readSignInOptions, requestSignInLink, startIssuerSignIn } from './session.ts';

interface SignInFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

const useSignInOptions = () => useQuery({ queryKey: ['sign-in-options'], queryFn: readSignInOptions });
const nameOf = (options: Pick<SignInOptions, 'service_name'> | undefined) => options?.service_name ?? 'Booking Service';

/** A page before the sign-in, with the name of the service. */
export function SignInFrame({ title, children }: SignInFrameProps): ReactNode {
  const { data } = useSignInOptions();
  return (
    <main className="sign-in">
      <p className="brand">{nameOf(data)}</p>
      <div className="card stack">
        <ScreenTitle>{title}</ScreenTitle>
        {children}
      </div>
    </main>
  );
}

/** The page without a session: what happened, and how to sign in. */
export function SignInPage({ title, children }: SignInFrameProps): ReactNode {
  const { data } = useSignInOptions();
  return (
    <SignInFrame title={title}>
      {children}
      {data && <SignInWays ways={data} />}
      <p>A sign-in link works, too: open it in this browser. There are no passwords.</p>
      <h2>No access yet?</h2>
      <p>
        An admin of your organization invites you on the page Members. If your organization is new here, or a link does
        not work, <Contact contact={data?.contact ?? null} name={nameOf(data)} />. Name your organization, and what you
        want to do.
      </p>
      {isThisComputer() && (
        <>
          <p>On the computer of the service, a command prints a link:</p>
          <CodeBlock label="The command that prints a link">booking-service dashboard link --role operator</CodeBlock>
        </>
      )}
    </SignInFrame>
  );
}

interface ContactProps {
  /** An email address or an https page; null if none is stated. */
  readonly contact: string | null;
  readonly name: string;
}

function Contact({ contact, name }: ContactProps): ReactNode {
  if (contact === null) return `contact those who run ${name}`;
  if (contact.startsWith('https://')) return <a href={contact}>contact {name}</a>;
  return (
    <>
      write to <a href={`mailto:${contact}`}>{contact}</a>
    </>
  );
}

/** The ways of the service: its issuers, and links by email. */
function SignInWays({ ways }: { readonly ways: Pick<SignInOptions, 'issuers' | 'email'> }): ReactNode {
  return (
    <>
      {ways.issuers.length > 0 && <IssuerButtons issuers={ways.issuers} />}
      {ways.email && <EmailForm />}
    </>
  );
}

/** Requests a link. It shows the same for every address. */
function EmailForm(): ReactNode {
  const [email, setEmail] = useState('');
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: requestSignInLink });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate(email.trim());
      }}
    >
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        isRequired
        maxLength={100}
        hint="If you were invited, you get a link by email."
      />
      <Button type="submit" isBusy={isPending}>
        Send me a link
      </Button>
      <div role="status">
        {isSuccess && (
          <p>If this address is that of a member, a link is on its way. It works once, and for 15 minutes.</p>
        )}
      </div>
      {error && <ErrorMessage error={error} />}
    </form>
  );
}

/** One button for each issuer of the service. */
function IssuerButtons({ issuers }: Pick<SignInOptions, 'issuers'>): ReactNode {
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: startIssuerSignIn,
    onSuccess(url) {
      keepReturnAddress();
      location.assign(url);
    },
  });
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

const key = 'return-address';

/** Keeps the address of this page in its tab while the person is at an issuer. */
export function keepReturnAddress(): void {
  const { pathname, search } = location;
  if (!pathname.startsWith('/sign-in')) sessionStorage.setItem(key, pathname + search);
}

/** Returns the kept address once; `/` without one. It is always a path of the dashboard. */
export function takeReturnAddress(): string {
  const kept = sessionStorage.getItem(key) ?? '/';
  sessionStorage.removeItem(key);
  // Two slashes would begin with the name of another host.
  return /^\/(?![/\\])/.test(kept) ? kept : '/';
}
